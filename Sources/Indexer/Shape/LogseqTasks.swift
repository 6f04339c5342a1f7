import VectorStore

/// Finds the tasks of a page of Logseq, which is an outline: blocks that begin with one of its words.
///
///     - LATER [#A] buy milk
///       SCHEDULED: <2026-03-16 Mon>
///     - DONE post the parcel
///
/// Elsewhere, such a word is text: only a document that is nothing but lists and properties is a page of Logseq.
enum LogseqTasks {
  /// The longest text kept of a task, in bytes.
  private static let longest = 1000

  /// What the words stand for, as the mark of a `NoteTask`.
  private static let marks = [
    "TODO": " ", "LATER": " ", "NOW": "/", "DOING": "/", "IN-PROGRESS": "/", "WAITING": " ", "WAIT": " ", "DONE": "x",
    "CANCELED": "-", "CANCELLED": "-",
  ]

  static func tasks(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> [NoteTask] {
    guard try isPage(text, blocks) else { return [] }
    var tasks: [NoteTask] = []
    for block in blocks where block.kind == .list {
      for lines in try MarkdownTags.linesOutsideFences(block.lines, of: text) {
        for line in lines {
          let shape = try text.nextShape(line)
          if var task = task(shape, line: line + 1) {
            // What Logseq knows of a block is below its first line.
            for next in line + 1..<min(line + 3, lines.upperBound) {
              let below = try text.nextShape(next)
              if below.isListItem { break }
              OrgTasks.setDates(of: &task, from: below)
            }
            tasks.append(task)
          }
        }
      }
    }
    return tasks
  }

  /// Whether a document has blocks alone, besides its front matter and the properties of the page: `title:: Roof`.
  private static func isPage(_ text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> Bool {
    var hasList = false
    for block in blocks {
      switch block.kind {
      case .frontMatter: continue
      case .list: hasList = true
      case .paragraph:
        for line in block.lines where !(try text.nextShape(line)).contains(":: ") { return false }
      case .heading, .code, .definition, .markup, .table, .quote: return false
      }
    }
    return hasList
  }

  private static func task(_ shape: LineShape, line: Int) -> NoteTask? {
    guard shape.isListItem, shape.listMark == UInt8(ascii: "-") else { return nil }
    var words = shape.content.dropFirst().split(whereSeparator: \.isBlank)[...]
    guard let mark = words.popFirst().flatMap({ marks[String(decoding: $0, as: UTF8.self)] }) else { return nil }
    if let word = words.first, word.count == 4, word.starts(with: "[#".utf8), word.last == UInt8(ascii: "]") {
      words.removeFirst()
    }
    guard !words.isEmpty else { return nil }
    let rest = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    return NoteTask(line: line, mark: mark, text: rest.cut(toBytes: longest))
  }
}
