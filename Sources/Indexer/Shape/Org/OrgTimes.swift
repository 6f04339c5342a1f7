import VectorStore

/// Finds the active time stamps of an Org document, as anchors: `<2026-12-22 Tue 10:00>`,
/// `<2026-12-10 Thu 19:30 +1w>`, `<2026-07-01 Wed>--<2026-07-05 Sun>` (the Org manual, section 8).
///
/// Not those of text that is commented out, of source blocks and drawers, and of tasks, which have their own days; but
/// a task that is open and repeats is on later days as well.
enum OrgTimes {
  /// The longest line that is looked at, in bytes.
  private static let longest = 2000
  private static let planning = ["DEADLINE:", "SCHEDULED:", "CLOSED:"]

  static func anchors(
    of text: DocumentText, _ blocks: [Block], _ outline: OrgOutline
  ) throws(CancellationError) -> [NoteAnchor] {
    var anchors: [NoteAnchor] = []
    for block in blocks {
      switch block.kind {
      case .code, .definition, .markup, .frontMatter: continue
      case .heading, .paragraph, .list, .table, .quote: break
      }
      var isInBlock = false
      for line in block.lines {
        let shape = try text.nextShape(line)
        if shape.beginsIgnoringCase(with: "#+begin_") { isInBlock = block.kind == .list }
        if shape.beginsIgnoringCase(with: "#+end_") { isInBlock = false }
        guard !isInBlock, shape.contains("<"), !shape.begins(with: "#"), !outline.isCommented(line) else { continue }
        let section = outline.section(ofLine: line)
        let content = String(decoding: shape.content.prefix(longest), as: UTF8.self)
        let isPlanning = section?.line == line - 1 && planning.contains(where: shape.begins)
        for stamp in OrgStamp.all(in: content) {
          var place = line
          if isPlanning, let section {
            if let mark = section.headline.mark, mark != " " || !stamp.repeats { continue }
            place = section.line
          }
          anchors.append(NoteAnchor(line: place + 1, level: NoteAnchor.time, name: stamp.written))
        }
      }
    }
    return anchors
  }
}
