import Foundation
import JSONSchema
import LanguageModels
package import Retriever
package import VectorStore

/// What names a note, or lines of one, to a client: `keys.md`, `keys.md:41-58`, or as an address `note:///keys.md`.
package struct NoteID: Hashable {
  /// The path, as `Source.displayPath` shows it.
  package var path: String
  package var lines: ClosedRange<Int>?

  package static let scheme = "note:///"

  package init(path: String, lines: ClosedRange<Int>? = nil) { (self.path, self.lines) = (path, lines) }

  /// Reads an id. A path that itself ends like lines is told apart by `document(named:)`.
  package init(_ text: String) {
    let (name, isAddress) =
      text.hasPrefix(Self.scheme)
      ? (text.dropFirst(Self.scheme.count).removingPercentEncoding ?? text, true) : (text, false)
    let mark: Character = isAddress ? "#" : ":"
    guard let end = name.lastIndex(of: mark), let lines = Self.lines(in: name[name.index(after: end)...]) else {
      self.init(path: name)
      return
    }
    self.init(path: String(name[..<end]), lines: lines)
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }

  /// Reads `41-58`, `41`, `L41-58` or `L41-L58`.
  package static func lines(in text: Substring) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      Self.number(part.first == "L" ? part.dropFirst() : part)
    }
    guard let first = parts[0], first > 0, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return first...first }
    guard let last = parts[1], last >= first else { return nil }
    return first...last
  }

  /// `keys.md:41-58`, on one line and without characters that a reader would not see.
  package var text: String { Self.text(of: shortPath, lines) }

  /// `note:///keys.md#L41-58`: letters of all scripts as they are, which cost fewer tokens than their bytes in
  /// hexadecimal.
  package var uri: String { Self.uri(of: shortPath, lines) }

  /// The most tokens of a path in an id and an address together.
  private static let longest = 120
  /// What a path that is too long begins with.
  private static let cut = "…"
  /// The characters kept of the end of a path that is too long, as many as fit.
  private static let kept = [40, 24, 12, 6, 0]

  /// The path; of a long one a stamp, which tells it from others, and its end.
  private var shortPath: String {
    func fits(_ path: String) -> Bool {
      ResultBudget.cost(of: [.string(Self.text(of: path, nil)), .string(Self.uri(of: path, nil))]) <= Self.longest
    }
    if fits(path) { return path }
    let start = Self.cut + PageCursor.stamp(of: path) + Self.cut
    return Self.kept.lazy.map { start + path.suffix($0) }.first(where: fits) ?? start
  }

  /// Whether this may be what `text` shows instead of a path, which no index then has.
  var mayStandForAnother: Bool { path.hasPrefix(Self.cut) || path.contains("\\") }

  private static func text(of path: String, _ lines: ClosedRange<Int>?) -> String {
    path.visibleLine + (lines.map { ":" + text(of: $0) } ?? "")
  }

  private static func uri(of path: String, _ lines: ClosedRange<Int>?) -> String {
    var uri = scheme
    for scalar in path.unicodeScalars {
      let isPlain = scalar.isASCII ? plain.contains(Character(scalar)) : scalar.properties.isAlphabetic
      uri +=
        isPlain
        ? String(scalar) : String(scalar).utf8.map { "%" + String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
    }
    return uri + (lines.map { "#L" + text(of: $0) } ?? "")
  }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~!'()*")

  private static func text(of lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)-\(lines.upperBound)"
  }
}

extension NoteID {
  package init(_ source: Source) { self.init(path: source.displayPath, lines: source.lines) }

  package init(_ document: Document, _ labels: FolderLabels) {
    self.init(path: labels.label(of: document.folder).map { "\($0)/\(document.path)" } ?? document.path)
  }
}

extension SearchIndex {
  /// Returns the note that an id names, with the lines it names; `nil` if the index has no such note.
  package func document(named text: String) async throws -> (document: Document, lines: ClosedRange<Int>?)? {
    let id = NoteID(text)
    // SQLite would compare only what stands before it.
    guard !id.path.contains("\0") else { return nil }
    let folders = try await folders()
    let labels = FolderLabels(folders: folders)
    // `log:12` may be a path.
    for candidate in [NoteID(path: text), id] {
      let labelled = folders.compactMap { folder -> String? in
        guard let label = labels.label(of: folder), candidate.path.hasPrefix(label + "/") else { return nil }
        return folder + "/" + candidate.path.dropFirst(label.count + 1)
      }
      for path in labelled + [candidate.path] {
        let found = try await documents(where: SearchFilter(paths: [path]), limit: 1).documents
        if let document = found.first { return (document, candidate.lines) }
      }
    }
    guard id.mayStandForAnother else { return nil }
    for name in try await documentNames() {
      let shown = NoteID(path: labels.label(of: name.folder).map { "\($0)/\(name.path)" } ?? name.path).text
      guard shown == text || shown == id.path.visibleLine else { continue }
      let filter = SearchFilter(paths: ["\(name.folder)/\(name.path)"])
      return try await documents(where: filter, limit: 1).documents.first.map { ($0, shown == text ? nil : id.lines) }
    }
    return nil
  }
}
