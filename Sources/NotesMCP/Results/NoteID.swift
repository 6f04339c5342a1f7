import Foundation
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

  /// Reads `41-58`, `41`, `L41-58` or `L41-L58`.
  package static func lines(in text: Substring) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      Int(part.first == "L" ? part.dropFirst() : part)
    }
    guard let first = parts[0], first > 0, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return first...first }
    guard let last = parts[1], last >= first else { return nil }
    return first...last
  }

  /// `keys.md:41-58`
  package var text: String { lines.map { "\(shortPath):\(Self.text(of: $0))" } ?? shortPath }

  /// `note:///keys.md#L41-58`: letters of all scripts as they are, which cost fewer tokens than their bytes in
  /// hexadecimal.
  package var uri: String {
    let encoded = shortPath.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? shortPath
    return Self.scheme + encoded + (lines.map { "#L\(Self.text(of: $0))" } ?? "")
  }

  private static let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/-._~!'()*…"))

  /// The longest path, in bytes, that is not shortened: it is in each result four times.
  private static let longestPath = 160
  /// What stands for the beginning of a path that is too long.
  package static let cut = "…"

  /// The path, or the end of a long one.
  private var shortPath: String {
    guard path.utf8.count > Self.longestPath else { return path }
    return Self.cut + path.suffix(Self.longestPath / 4)
  }

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
    // `log:12` may be a path.
    let folders = try await folders()
    let labels = FolderLabels(folders: folders)
    if id.path.hasPrefix(NoteID.cut) {
      let end = id.path.dropFirst(NoteID.cut.count)
      let names = try await documentNames().filter { $0.path.hasSuffix(end) }
      guard names.count == 1, !end.isEmpty else { return nil }
      let path = "\(names[0].folder)/\(names[0].path)"
      return try await documents(where: SearchFilter(paths: [path]), limit: 1).documents.first.map { ($0, id.lines) }
    }
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
    return nil
  }
}
