import VectorStore

/// Finds the tasks of an Org document: headlines that begin with one of its keywords, with the dates on the line below,
/// and items of lists that begin with a box.
///
///     * NEXT [#A] Water the roses :garden:
///       DEADLINE: <2026-06-01 Mon +1w> SCHEDULED: <2026-05-30 Sat>
///     - [X] buy a can
enum OrgTasks {
  /// The longest text kept of a task, in bytes.
  private static let longest = 1000

  static func tasks(
    of text: DocumentText, _ blocks: [Block], _ outline: OrgOutline
  ) throws(CancellationError) -> [NoteTask] {
    var tasks: [NoteTask] = []
    for block in blocks where !outline.isCommented(block.lines.lowerBound) {
      if case .heading = block.kind {
        guard let headline = outline.section(ofLine: block.lines.lowerBound)?.headline, let mark = headline.mark
        else { continue }
        var task = NoteTask(
          line: block.lines.lowerBound + 1, mark: mark, text: headline.title.cut(toBytes: longest))
        if task.line < text.lineCount { setDates(of: &task, from: try text.nextShape(task.line)) }
        tasks.append(task)
      } else if block.kind == .list {
        var isInBlock = false
        for line in block.lines {
          let shape = try text.nextShape(line)
          if shape.beginsIgnoringCase(with: "#+begin_") { isInBlock = true }
          if shape.beginsIgnoringCase(with: "#+end_") { isInBlock = false }
          guard !isInBlock, var task = MarkdownTasks.task(shape, line: line + 1) else { continue }
          // Some of the items below it are done.
          if task.mark == "-" { task.mark = "/" }
          tasks.append(task)
        }
      }
    }
    for place in tasks.indices { tasks[place].tags = outline.tags(ofLine: tasks[place].line - 1) }
    return tasks
  }

  /// Reads the dates of a task, whatever their order: only the line below a headline has them.
  static func setDates(of task: inout NoteTask, from shape: LineShape) {
    guard ["DEADLINE:", "SCHEDULED:", "CLOSED:"].contains(where: shape.begins) else { return }
    let line = String(decoding: shape.content.prefix(longest), as: UTF8.self)
    let words = line.split(whereSeparator: \.isWhitespace)
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      // `DEADLINE: <2026-06-01 Mon>`, or without the space
      guard let colon = word.firstIndex(of: ":") else { continue }
      let own = word[word.index(after: colon)...]
      let date = own.isEmpty ? next : own
      guard let open = date.first, "<[".contains(open), let day = Day(date.dropFirst().prefix(10)) else { continue }
      switch word[..<colon] {
      case "DEADLINE": task.due = day
      case "SCHEDULED": task.scheduled = day
      case "CLOSED": task.done = day
      default: break
      }
    }
  }
}
