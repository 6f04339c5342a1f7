import VectorStore

/// Finds the tasks of a Markdown document: items of lists that begin with a box, `- [ ] text`.
///
/// Their dates are those of Obsidian's Tasks plugin, in either of its two forms: `📅 2025-06-01` or
/// `[due:: 2025-06-01]`.
enum MarkdownTasks {
  /// The longest text kept of a task, in bytes.
  private static let longest = 1000

  static func tasks(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) -> [NoteTask] {
    var tasks: [NoteTask] = []
    for block in blocks where block.kind == .list || block.kind == .quote {
      for lines in try MarkdownTags.linesOutsideFences(block.lines, of: text) {
        for line in lines {
          if let task = task(try text.nextShape(line), line: line + 1) { tasks.append(task) }
        }
      }
    }
    return tasks
  }

  /// Reads an item of a list; `nil` if it is none, or has no box.
  static func task(_ shape: LineShape, line: Int) -> NoteTask? {
    var shape = shape
    while shape.begins(with: ">") { shape = LineShape(shape.content.dropFirst()) }
    guard shape.isListItem, let end = shape.content.firstIndex(where: \.isBlank) else { return nil }
    let item = LineShape(shape.content[end...]).content
    guard item.first == UInt8(ascii: "[") else { return nil }
    let content = String(decoding: item.dropFirst(), as: UTF8.self)
    let rest = content.dropFirst()
    guard let mark = content.first, mark != "]", rest.first == "]" else { return nil }
    let words = rest.dropFirst()
    guard words.first?.isWhitespace ?? true else { return nil }
    var task = NoteTask(line: line, mark: mark.isWhitespace ? " " : String(mark), text: "")
    task.text = withoutDates(String(words), &task).cut(toBytes: longest)
    return task
  }

  // MARK: Dates

  private enum Field {
    case due, scheduled, start, done
    /// When it was cancelled or made.
    case other

    func set(_ day: Day, in task: inout NoteTask) {
      switch self {
      case .due: task.due = day
      case .scheduled: task.scheduled = day
      case .start: task.start = day
      case .done: task.done = day
      case .other: break
      }
    }
  }

  private static let signs: [Unicode.Scalar: Field] = [
    "📅": .due, "📆": .due, "🗓": .due, "⏳": .scheduled, "⌛": .scheduled, "🛫": .start, "✅": .done, "❌": .other,
    "➕": .other,
  ]
  private static let fields: [String: Field] = [
    "due": .due, "scheduled": .scheduled, "start": .start, "completion": .done, "done": .done, "cancelled": .other,
    "created": .other,
  ]

  /// Takes the dates out of a task's text, and returns the rest.
  private static func withoutDates(_ text: String, _ task: inout NoteTask) -> String {
    let scalars = Array(text.unicodeScalars)
    var kept = String.UnicodeScalarView()
    var place = 0
    while place < scalars.count {
      if let field = signs[scalars[place]], let (day, end) = day(in: scalars, from: place + 1) {
        field.set(day, in: &task)
        place = end
      } else if let (field, day, end) = field(in: scalars, from: place) {
        field.set(day, in: &task)
        place = end
      } else {
        kept.append(scalars[place])
        place += 1
      }
    }
    return String(kept).split { $0.isWhitespace }.joined(separator: " ")
  }

  /// Reads a day after white space and the mark that makes a character an emoji.
  private static func day(in scalars: [Unicode.Scalar], from start: Int) -> (Day, end: Int)? {
    var place = start
    while place < scalars.count, scalars[place] == "\u{FE0F}" || scalars[place].properties.isWhitespace { place += 1 }
    guard place + 10 <= scalars.count else { return nil }
    return Day(String(String.UnicodeScalarView(scalars[place..<place + 10]))).map { ($0, place + 10) }
  }

  /// Reads `[due:: 2025-06-01]`, or the same in parentheses.
  private static func field(
    in scalars: [Unicode.Scalar], from start: Int
  ) -> (Field, Day, end: Int)? {
    guard scalars[start] == "[" || scalars[start] == "(" else { return nil }
    let close: Unicode.Scalar = scalars[start] == "[" ? "]" : ")"
    var place = start + 1
    var name = String.UnicodeScalarView()
    while place < scalars.count, scalars[place].properties.isAlphabetic {
      name.append(scalars[place])
      place += 1
    }
    guard place + 1 < scalars.count, scalars[place] == ":", scalars[place + 1] == ":",
      let field = fields[String(name).lowercased()], let (day, endOfDay) = day(in: scalars, from: place + 2)
    else { return nil }
    var end = endOfDay
    while end < scalars.count, scalars[end].properties.isWhitespace { end += 1 }
    guard end < scalars.count, scalars[end] == close else { return nil }
    return (field, day, end + 1)
  }
}
