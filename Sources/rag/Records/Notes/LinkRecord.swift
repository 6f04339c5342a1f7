import VectorStore

/// A link of a note, as `rag links --json` and `rag show --json` print it.
struct LinkRecord: Encodable {
  var folder: String
  var path: String
  var line: Int
  var kind: String
  var target: String
  var place: String?
  var text: String?
  /// What it leads to: `note`, `file` or `nothing`.
  var leadsTo: String
  var destination: String?
  var broken: Bool

  init(_ resolved: ResolvedLink) {
    let link = resolved.link
    (folder, path, line) = (resolved.folder, resolved.path, link.line)
    (kind, target, place, text) = ("\(link.kind)", link.target, link.place, link.text)
    switch resolved.destination {
    case .note(let path): (leadsTo, destination) = ("note", path)
    case .file(let path): (leadsTo, destination) = ("file", path)
    case .missing: leadsTo = "nothing"
    }
    broken = resolved.isBroken
  }

  /// `→ keys.md`, or why it leads nowhere.
  ///
  /// - Parameter titled: Notes by title or alias in lower case, one of which the writer may have meant.
  static func end(of resolved: ResolvedLink, titled: [String: [NamedDocument]] = [:]) -> String {
    switch resolved.destination {
    case .missing:
      Console.warning("leads nowhere") + (advice(for: resolved, titled).map { ": \($0)" } ?? "")
    case .note(let path) where resolved.isPlaceMissing:
      "→ \(path)  " + Console.warning("no such \(resolved.link.place?.hasPrefix("^") == true ? "block" : "heading")")
    case .note(let path), .file(let path): "→ \(path)"
    }
  }

  /// How to link to the one note that has the link's target as title or alias, which is not the name of its file.
  private static func advice(for resolved: ResolvedLink, _ titled: [String: [NamedDocument]]) -> String? {
    guard resolved.destination == .missing, resolved.link.kind == .wiki else { return nil }
    let (target, link) = (resolved.link.target, resolved.link)
    let meant = (titled[NoteName.lowercased(target)] ?? []).filter { note in
      note.folder == resolved.folder && (note.isAlias || note.written != NoteName.ofFile(note.path))
    }
    guard let note = meant.first, Set(meant.map(\.document)).count == 1, note.path.hasSuffix(".md") else { return nil }
    // The whole path leads to it from any note.
    let path = note.path.dropLast(3)
    let written = "[[\(path)\(link.place.map { "#" + $0 } ?? "")|\(link.text ?? target)]]"
    return "\(note.path) has this \(note.isAlias ? "alias" : "title"), write \(written)"
  }

  /// The link in the form of its kind: `[[keys#Rotation]]`, `![[plan.png]]`, `[text](keys.md)`.
  static func written(_ link: NoteLink) -> String {
    switch link.kind {
    case .wiki: "[[\(link.written)]]"
    case .embed: "![[\(link.written)]]"
    case .markdown: "[\(link.text ?? "")](\(link.written))"
    }
  }
}
