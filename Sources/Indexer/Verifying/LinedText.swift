import Embedding
import Files
import ForeignFormats
import Foundation

/// A document's text, to look for lines in.
struct LinedText {
  private let text: DocumentText
  /// The same lines without comments, which an index may leave out.
  private let uncommented: DocumentText?

  /// Thrown if a program that reads a file is not installed, or cannot be started.
  struct ReaderMissing: Error {}

  /// Reads a note; returns `nil` if it is missing, not text, or outside the folder.
  ///
  /// - Parameter readsScans: Whether text on pages that are pictures is recognized.
  static func of(_ path: String, in folder: String, readsScans: Bool = false) async throws(ReaderMissing) -> LinedText?
  {
    try await NoteText.reading(path) { () throws(ReaderMissing) in
      try LinedText(path, in: folder, readsScans: readsScans)
    }
  }

  private init?(_ path: String, in folder: String, readsScans: Bool) throws(ReaderMissing) {
    guard let contents = try? FileContents(path: folder + "/" + path, in: RealPath.resolve(folder)) else { return nil }
    if readsScans, ScannedPages.recognizer == nil { throw ReaderMissing() }
    let note: NoteText
    do {
      note = try NoteText(
        decoding: contents.bytes, path: path, readsScans: readsScans, keptAs: contents.digest)
    } catch let failure as FileConverter.Failure where !failure.isOfFile {
      throw ReaderMissing()
    } catch {
      return nil
    }
    text = note.text
    uncommented = DocumentFormat(path: path) == .markdown && text.mayHaveComments ? try? text.withoutComments() : nil
  }

  /// Returns the digest of lines, counted from 1; `nil` if the text has fewer lines.
  func digest(of lines: ClosedRange<Int>) -> String? {
    guard lines.lowerBound > 0, lines.upperBound <= text.lineCount else { return nil }
    var digest = SHA256Digest()
    for number in lines {
      if number > lines.lowerBound { digest.update("\n") }
      text.bytes[text.line(number - 1)].withUnsafeBytes { digest.update($0) }
    }
    return digest.hexadecimal()
  }

  /// Whether a text begins in a line and goes on in the next ones.
  ///
  /// It may begin within its first line and end within its last one.
  func contains(_ cited: String, at first: Int) -> Bool {
    let parts = Self.lines(of: cited)
    return contains(parts, at: first, of: text) || uncommented.map { contains(parts, at: first, of: $0) } == true
  }

  private func contains(_ parts: [[UInt8]], at first: Int, of text: DocumentText) -> Bool {
    func bytes(_ number: Int) -> ArraySlice<UInt8> { text.bytes[text.line(number - 1)] }
    guard first > 0, first - 1 + parts.count <= text.lineCount else { return false }
    if parts.count == 1 { return !bytes(first).ranges(of: parts[0]).isEmpty }
    return parts.enumerated().allSatisfy { place, part in
      let line = bytes(first + place)
      if place == 0 { return line.suffix(part.count).elementsEqual(part) }
      return place == parts.count - 1 ? line.starts(with: part) : line.elementsEqual(part)
    }
  }

  /// Returns the first lines, ascending, at which a cited text occurs; those of its digest if it has one.
  func places(of cited: CitedLines) -> [Int] {
    guard let anchor = Self.lines(of: cited.text).first, !anchor.isEmpty else { return [] }
    var places: [Int] = []
    for found in text.bytes.ranges(of: anchor) {
      let first = text.lineNumber(ofByte: found.lowerBound) + 1
      if places.last != first, matches(cited, at: first) { places.append(first) }
    }
    return places
  }

  /// Whether the lines from this one are those that were cited.
  func matches(_ cited: CitedLines, at first: Int) -> Bool {
    if let expected = cited.digest { return digest(of: first...first + cited.lines.count - 1) == expected }
    return contains(cited.text, at: first)
  }

  private static func lines(of cited: String) -> [[UInt8]] {
    let text = DocumentText(cited)
    return (0..<text.lineCount).map { Array(text.bytes[text.line($0)]) }
  }
}
