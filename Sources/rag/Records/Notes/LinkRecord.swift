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
  static func end(of resolved: ResolvedLink) -> String {
    switch resolved.destination {
    case .missing: Console.warning("leads nowhere")
    case .note(let path) where resolved.isPlaceMissing:
      "→ \(path)  " + Console.warning("no such \(resolved.link.place?.hasPrefix("^") == true ? "block" : "heading")")
    case .note(let path), .file(let path): "→ \(path)"
    }
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
