import VectorStore

/// Finds the places of a document that a link may lead to: headings; in Markdown blocks marked `^name` at the end and
/// what HTML names; in Org what is marked `<<name>>` or has an `ID` or a `CUSTOM_ID`.
enum NoteAnchors {
  static func anchors(
    of text: DocumentText, _ blocks: [Block], format: DocumentFormat
  ) throws(CancellationError) -> [NoteAnchor] {
    var anchors: [NoteAnchor] = []
    for block in blocks {
      switch block.kind {
      case .heading(let level, let title):
        anchors.append(
          NoteAnchor(
            line: block.lines.lowerBound + 1, level: level, name: withoutMark(title).cut(toBytes: HeadingPaths.longest))
        )
        fallthrough
      case .paragraph, .list, .table, .quote:
        if format == .org { anchors += try orgAnchors(block.lines, of: text) }
        guard format == .markdown else { continue }
        for line in block.lines {
          let content = try text.nextShape(line).content
          if let name = mark(content) { anchors.append(NoteAnchor(line: line + 1, level: 0, name: name)) }
          anchors += HTMLNames.names(in: content).map { NoteAnchor(line: line + 1, level: -1, name: $0) }
        }
      case .markup:
        if format == .org { anchors += try orgAnchors(block.lines, of: text) }
        guard format == .markdown else { continue }
        for line in block.lines {
          let names = HTMLNames.names(in: try text.nextShape(line).content)
          anchors += names.map { NoteAnchor(line: line + 1, level: -1, name: $0) }
        }
      case .frontMatter, .code, .definition: continue
      }
    }
    return anchors
  }

  /// Returns the name at the end of a line: `text ^name`.
  private static func mark(_ line: ArraySlice<UInt8>) -> String? {
    let name = line.reversed().prefix {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    let before = line.dropLast(name.count)
    guard !name.isEmpty, before.last == UInt8(ascii: "^"), before.dropLast().last?.isBlank ?? true else { return nil }
    return String(decoding: name.reversed(), as: UTF8.self)
  }

  /// Returns the places that Org marks: `<<name>>`, and in drawers `:CUSTOM_ID: name`.
  private static func orgAnchors(
    _ lines: Range<Int>, of text: DocumentText
  ) throws(CancellationError) -> [NoteAnchor] {
    var anchors: [NoteAnchor] = []
    for line in lines {
      let shape = try text.nextShape(line)
      func add(_ name: some StringProtocol) {
        anchors.append(
          NoteAnchor(line: line + 1, level: -1, name: NoteName.trimmed(name).cut(toBytes: HeadingPaths.longest)))
      }
      if shape.beginsIgnoringCase(with: ":custom_id:") {
        add(String(decoding: shape.content.dropFirst(":custom_id:".utf8.count), as: UTF8.self))
      } else if shape.beginsIgnoringCase(with: ":id:") {
        let id = NoteName.trimmed(String(decoding: shape.content.dropFirst(":id:".utf8.count), as: UTF8.self))
        add(NoteAnchor.idMark + id)
      } else if shape.contains("<<") {
        for name in targets(in: shape.content) { add(name) }
      }
    }
    return anchors
  }

  /// Returns what stands between `<<` and `>>` on a line.
  private static func targets(in line: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var open: Int?
    for place in line.indices.dropLast() {
      let pair = (line[place], line[place + 1])
      if pair == (UInt8(ascii: "<"), UInt8(ascii: "<")) {
        open = place + 2
      } else if pair.0 == UInt8(ascii: "<"), open != place + 1 {
        open = nil
      } else if pair.0 == UInt8(ascii: ">") {
        if let start = open, start < place, pair.1 == UInt8(ascii: ">"), !line[start].isBlank {
          names.append(String(decoding: line[start..<place], as: UTF8.self))
        }
        open = nil
      }
    }
    return names
  }

  private static func withoutMark(_ title: String) -> String {
    guard let mark = mark(ArraySlice(title.utf8)) else { return title }
    return NoteName.trimmed(title.dropLast(mark.count + 1))
  }
}
