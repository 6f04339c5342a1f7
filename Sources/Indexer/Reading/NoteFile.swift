import Embedding
import Files
import ForeignFormats
import Foundation
package import VectorStore

/// The text of an indexed note as its file has it now.
package struct NoteFile: Sendable {
  private let text: DocumentText
  private let path: String
  /// The places of a converted file.
  package let places: Places?
  /// The SHA-256 digest of the file's bytes, in hexadecimal; equal to the document's unless the file has changed.
  package let digest: String

  /// Reads a note; returns `nil` if its file is missing, not text, too large to be indexed, or outside the folder.
  ///
  /// A file in a foreign format is converted on a thread of its own, which can take minutes, and not again while it is
  /// one of the last that were looked at.
  package static func of(_ document: Document, in index: SearchIndex) async throws -> NoteFile? {
    let view = CalendarView.fromNow(in: try await index.settings(ofFolder: document.folder).timeZone)
    return await NoteText.reading(document.path) { NoteFile(of: document, view) }
  }

  private init?(of document: Document, _ view: CalendarView) {
    let file = document.folder + "/" + document.path
    guard let contents = try? FileContents(path: file, in: RealPath.resolve(document.folder)),
      let note = try? NoteText(
        decoding: contents.bytes, path: document.path, readsScans: document.wasRecognized, calendar: view,
        keptAs: contents.digest)
    else { return nil }
    (text, places, path, digest) = (note.text, note.places, document.path, contents.digest)
  }

  /// Reads the text of a note before a byte, in UTF-8, without looking at it; `nil` if its file cannot be read so, as
  /// UTF-16 cannot.
  package static func beginning(of document: Document, before end: Int) -> ArraySlice<UInt8>? {
    let file = document.folder + "/" + document.path
    guard let bytes = try? FileContents(path: file, in: RealPath.resolve(document.folder)).bytes else { return nil }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return nil }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return end <= bytes.count - start ? bytes[start..<start + end] : nil
  }

  /// Whether a note's file is text, and not converted when it is read, which takes long.
  package static func isText(_ document: Document) -> Bool { ForeignFormat(path: document.path) == nil }

  /// The number of lines.
  package var lineCount: Int { text.lineCount }

  /// The range of all bytes of the text.
  package var bytes: Range<Int> { text.bytes.indices }

  /// Returns the bytes of lines, counted from 1, with their line ends; `nil` if the note has none of them.
  package func bytes(ofLines lines: ClosedRange<Int>) -> Range<Int>? {
    guard lines.lowerBound <= text.lineCount else { return nil }
    let end = lines.upperBound < text.lineCount ? text.lineStarts[lines.upperBound] : text.bytes.count
    return text.lineStarts[lines.lowerBound - 1]..<end
  }

  /// Returns the number of the line with a byte, from 1.
  package func line(ofByte offset: Int) -> Int { text.lineNumber(ofByte: offset) + 1 }

  /// Whether a character's encoding begins at a byte, or the text ends there.
  package func isBoundary(_ offset: Int) -> Bool { offset == text.bytes.count || text.bytes[offset] & 0xC0 != 0x80 }

  /// Returns the last boundary up to a byte.
  package func boundary(before offset: Int) -> Int {
    var offset = offset
    while offset > 0, !isBoundary(offset) { offset -= 1 }
    return offset
  }

  /// The text before a byte, in UTF-8, without a copy.
  package func beginning(before end: Int) -> ArraySlice<UInt8> { text.bytes.prefix(end) }

  /// Returns the text of a range of bytes, both of whose bounds are boundaries.
  package func string(_ bytes: Range<Int>) -> String { text.string(bytes) }

  /// Returns the lines, from 1, of the first section with a heading, ignoring case, marks and spaces around it: up to
  /// the next heading that is not below it. `nil` if there is none.
  package func lines(ofSection heading: String) -> ClosedRange<Int>? {
    guard let parsed = try? ParsedDocument(text, path: path) else { return nil }
    let wanted = heading.trimmingCharacters(in: CharacterSet(charactersIn: "#* \t")).lowercased()
    var found: (level: Int, first: Int)?
    for block in parsed.blocks {
      guard case .heading(let level, let title) = block.kind else { continue }
      if let found, level <= found.level { return found.first...block.lines.lowerBound }
      if found == nil, title.lowercased() == wanted { found = (level, block.lines.lowerBound + 1) }
    }
    return found.map { $0.first...max($0.first, text.lineCount) }
  }
}
