import Foundation
import VectorStore

/// Finds the links of an Org document to other notes, files and places: `[[file:keys.org::*Rotation][the keys]]`,
/// `[[./keys.org]]`, `[[*Rotation]]`, `[[#custom-id]]`, `[[id:7f1c-aa]]` (orgmode.org, "Org Syntax", links).
///
/// Not in source blocks, comments and verbatim text, nor to other places than files, such as `https:`.
struct OrgLinks {
  private let text: DocumentText
  private var links: [NoteLink] = []

  /// The longest link that is looked at, in bytes, and the longest text that is kept.
  private static let longest = (looked: 2000, kept: 200)
  /// A link to one of these is a picture that Org shows, unless it has a text.
  private static let pictures = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"]
  /// What may be linked without `file:` before it.
  private static let notes = [".org", ".md", ".markdown", ".txt", ".rst"]

  static func links(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> [NoteLink] {
    var finder = OrgLinks(text: text)
    for block in blocks {
      switch block.kind {
      case .code, .definition, .markup, .frontMatter: continue
      case .heading, .paragraph, .list, .table, .quote:
        try finder.read(text.lineStarts[block.lines.lowerBound]..<text.line(block.lines.upperBound - 1).upperBound)
      }
    }
    return finder.links
  }

  private init(text: DocumentText) { self.text = text }

  private var bytes: [UInt8] { text.bytes }

  private mutating func read(_ range: Range<Int>) throws(CancellationError) {
    try text.meter.add(range.count)
    var place = range.lowerBound
    let bracket = UInt8(ascii: "]")
    var textEnds = ForwardSearch()
    /// The line read last, and whether it is a comment.
    var line = (range: 0..<0, isComment: false)
    while let start = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "[")) {
      place = start + 1
      guard place < range.upperBound, bytes[place] == UInt8(ascii: "[") else { continue }
      if !line.range.contains(start) {
        let number = text.lineNumber(ofByte: start)
        line = (text.line(number), try text.nextShape(number).content.starts(with: "# ".utf8))
      }
      if line.isComment { continue }
      guard let target = endOfTarget(from: start + 2, range.upperBound), target > start + 2 else { continue }
      var close = target
      var shown: String?
      if bytes[target + 1] == UInt8(ascii: "[") {
        let limit = range.upperBound
        let end = try textEnds.place(from: target + 2, to: limit, text.meter) { [bytes] in
          bytes[$0] == bracket && $0 + 1 < limit && bytes[$0 + 1] == bracket
        }
        guard end < limit, end - target < Self.longest.looked else { continue }
        shown = text.string(target + 2..<end)
        close = end
      }
      place = close + 2
      guard !isVerbatim(start, place, range) else { continue }
      add(text.string(start + 2..<target), at: start, text: shown)
    }
  }

  /// Returns the place of the bracket that ends a target, before another; `nil` if there is none on the line.
  private func endOfTarget(from start: Int, _ limit: Int) -> Int? {
    var place = start
    while place + 1 < limit, place - start < Self.longest.looked {
      switch bytes[place] {
      case 0x0A, UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "]"): return "[]".utf8.contains(bytes[place + 1]) ? place : nil
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Whether a link stands between the marks of verbatim text or code: `=[[a]]=`.
  private func isVerbatim(_ start: Int, _ end: Int, _ range: Range<Int>) -> Bool {
    guard start > range.lowerBound, end < range.upperBound else { return false }
    return "=~".utf8.contains(bytes[start - 1]) && bytes[end] == bytes[start - 1]
  }

  private mutating func add(_ written: String, at place: Int, text shown: String?) {
    guard let (target, heading) = Self.destination(of: written) else { return }
    let label = shown.map { NoteName.trimmed($0).cut(toBytes: Self.longest.kept) } ?? ""
    let isPicture = label.isEmpty && Self.pictures.contains { target.lowercased().hasSuffix($0) }
    links.append(
      NoteLink(
        line: text.lineNumber(ofByte: place) + 1, kind: isPicture ? .embed : .wiki, target: target, place: heading,
        text: label.isEmpty ? nil : label))
  }

  /// Returns the path, empty for the note itself, and the place that a link leads to; `nil` if it leads to no file
  /// among the notes.
  private static func destination(of written: String) -> (target: String, place: String?)? {
    let written = NoteName.trimmed(written.replacing("\\", with: ""))
    if let first = written.first, "*#".contains(first) { return place(of: written).map { ("", $0) } }
    if written.hasPrefix(NoteAnchor.idMark) {
      let id = written.prefix { $0 != " " }.split(separator: ":").dropFirst().first ?? ""
      return id.isEmpty ? nil : (NoteAnchor.idMark + id, nil)
    }
    var path = written
    let isFile = written.hasPrefix("file:")
    if isFile { path = String(written.dropFirst("file:".count)) }
    var search: String?
    if let colons = path.range(of: "::") {
      search = String(path[colons.upperBound...])
      path = String(path[..<colons.lowerBound])
    }
    path = NoteName.trimmed(path)
    let isNote = notes.contains { path.lowercased().hasSuffix($0) } && !MarkdownLinks.leadsElsewhere(path)
    guard isFile || isNote || path.hasPrefix("./") || path.hasPrefix("../") else {
      // A heading, or what is marked `<<so>>`.
      return MarkdownLinks.leadsElsewhere(written) || written.hasPrefix("/") || written.hasPrefix("~")
        ? nil : ("", written)
    }
    // From the root of the disk and the home of its owner, it leads out of the notes, or nobody knows where to.
    guard !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("~") else { return nil }
    return (path.removingPercentEncoding ?? path, search.flatMap(place))
  }

  /// Returns the heading or name that a search option leads to; `nil` for a line or words.
  private static func place(of search: String) -> String? {
    guard let first = search.first, "*#".contains(first) else { return nil }
    let name = NoteName.trimmed(search.drop { $0 == first })
    return name.isEmpty ? nil : name
  }
}
