import Foundation
import Retriever
import VectorStore

/// What names a note, or lines of one, to a client: `keys.md`, `keys.md:41-58`, or as an address `note:///keys.md`.
struct NoteID: Hashable {
  /// The path, as `Source.displayPath` shows it.
  var path: String
  var lines: ClosedRange<Int>?

  static let scheme = "note:///"

  init(path: String, lines: ClosedRange<Int>? = nil) { (self.path, self.lines) = (path, lines) }

  /// Reads an id. A path that itself ends like lines is told apart by `document(named:)`.
  init(_ text: String) {
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

  /// Reads `41-58`, `41`, `L41-58` or `L41-L58`.
  static func lines(in text: Substring) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      Int(part.first == "L" ? part.dropFirst() : part)
    }
    guard let first = parts[0], first > 0, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return first...first }
    guard let last = parts[1], last >= first else { return nil }
    return first...last
  }

  /// `keys.md:41-58`
  var text: String { lines.map { "\(path):\(Self.text(of: $0))" } ?? path }

  /// `note:///keys.md#L41-58`
  var uri: String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ";:@&=+$,"))
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return Self.scheme + encoded + (lines.map { "#L\(Self.text(of: $0))" } ?? "")
  }

  private static func text(of lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)-\(lines.upperBound)"
  }
}

extension NoteID {
  init(_ source: Source) { self.init(path: source.displayPath, lines: source.lines) }

  init(_ document: Document, _ labels: FolderLabels) {
    self.init(path: labels.label(of: document.folder).map { "\($0)/\(document.path)" } ?? document.path)
  }
}

extension SearchIndex {
  /// Returns the note that an id names, with the lines it names; `nil` if the index has no such note.
  func document(named text: String) async throws -> (document: Document, lines: ClosedRange<Int>?)? {
    let id = NoteID(text)
    // `log:12` may be a path.
    for candidate in [NoteID(path: text), NoteID(path: id.path), id] {
      let folders = try await folders()
      let labels = FolderLabels(folders: folders)
      let labelled = folders.compactMap { folder -> String? in
        guard let label = labels.label(of: folder), candidate.path.hasPrefix(label + "/") else { return nil }
        return folder + "/" + candidate.path.dropFirst(label.count + 1)
      }
      for path in labelled + [candidate.path] {
        let found = try await documents(where: SearchFilter(paths: [path]), limit: 1).documents
        if let document = found.first { return (document, candidate.path == id.path ? id.lines : nil) }
      }
    }
    return nil
  }
}
