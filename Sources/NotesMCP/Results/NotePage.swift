import Foundation
import Indexer
import JSONSchema
import LanguageModels
import VectorStore

/// The text of a note from a place on, as much as a budget allows.
///
/// The pages of a note, one after another, are its text: every byte is in one of them.
struct NotePage {
  private let document: Document
  private let labels: FolderLabels
  private let file: NoteFile
  /// What is left to show, in bytes of the note.
  private let rest: Range<Int>
  /// What cursors belong to: a note in one state, and the part of it that was asked for.
  private let subject: String

  /// - Parameters:
  ///   - name: The note's id, with or without lines.
  ///   - section: The heading of the part to show.
  ///   - cursor: Where an earlier page ended.
  /// - Throws: `ToolFailure` if there is no such note, section or place.
  init(of name: String, section: String? = nil, cursor: String? = nil, in index: SearchIndex) async throws {
    guard let (document, lines) = try await index.document(named: name) else {
      throw ToolFailure("There is no note \(name.prefix(200).visibleLine): search or list shows the ids.")
    }
    labels = FolderLabels(folders: try await index.folders())
    guard let file = try await NoteFile.of(document, in: index) else {
      throw ToolFailure(
        "The file of \(document.path.visibleLine) is gone or cannot be read. The index still has its passages: search.")
    }
    (self.document, self.file) = (document, file)
    var part = file.bytes
    if let section {
      guard let lines = file.lines(ofSection: section), let bytes = file.bytes(ofLines: lines) else {
        throw ToolFailure("\(document.path.visibleLine) has no heading \(section.prefix(200).visibleLine).")
      }
      part = bytes
    } else if let lines {
      guard let bytes = file.bytes(ofLines: lines) else {
        throw ToolFailure("\(document.path.visibleLine) has \(file.lineCount) lines.")
      }
      part = bytes
    }
    let subject = "\(document.folder)/\(document.path) \(file.digest) \(part)"
    self.subject = subject
    let start = try cursor.map { try PageCursor($0, of: subject).offset } ?? part.lowerBound
    guard part.lowerBound...part.upperBound ~= start, file.isBoundary(start) else {
      throw ToolFailure("The cursor does not continue this note. Call again without it.")
    }
    rest = start..<part.upperBound
  }

  /// Returns the page as the contents of a result.
  func json(within budget: ResultBudget) -> JSONValue {
    // The frame with the longest values.
    let longest = PageCursor(rest.upperBound, of: subject).text
    let frame = ResultBudget.cost(
      of: record(text: "", hidden: NoteText.hiddenParts, end: rest.upperBound, cursor: longest))
    let (text, cursor) = text(within: budget.left - frame)
    let end = rest.lowerBound + text.utf8.count
    return record(
      text: text, hidden: NoteText.hidden(in: file.beginning(before: end), from: rest.lowerBound), end: end,
      cursor: cursor)
  }

  /// Returns as much of the text as fits, and the cursor of the rest, if any.
  func text(within tokens: Int) -> (text: String, cursor: String?) {
    let text = beginning(within: tokens)
    let end = rest.lowerBound + text.utf8.count
    return (text, end < rest.upperBound ? PageCursor(end, of: subject).text : nil)
  }

  private func beginning(within tokens: Int) -> String {
    // No more than this can fit, so that a page of a large file does not cost a copy of it.
    let most = rest.lowerBound + max(0, tokens) * 32
    let text = file.string(rest.lowerBound..<file.boundary(before: min(most, rest.upperBound)))
    return String(ResultBudget.beginning(of: text[...], within: tokens))
  }

  private func record(text: String, hidden: JSONValue?, end: Int, cursor: String?) -> JSONValue {
    let first = file.lineCount == 0 ? 1 : file.line(ofByte: rest.lowerBound)
    let last = text.isEmpty ? first : file.line(ofByte: max(rest.lowerBound, end - 1))
    var id = NoteID(document, labels)
    if file.lineCount > 0 { id.lines = first...last }
    return .object([
      "notice": NoteText.notice, "id": .string(id.text), "title": NoteText.title(document.title),
      "url": .string(id.uri), "lines": .integer(file.lineCount),
      "place": id.lines.flatMap { file.places?.name(ofLines: $0) }.map { NoteText.shown($0) },
      "modified": .string(document.modificationDate.formatted(.iso8601)),
      "tags": NoteText.tags(document.tags),
      "file": file.digest == document.digest ? nil : "changed since it was indexed",
      "hidden": hidden, "text": NoteText.shown(text), "cursor": cursor.map { .string($0) },
    ])
  }
}
