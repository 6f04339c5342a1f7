import Postgres
import VectorStore

/// How links, tasks, headings and days are read from rows, whose first columns these are.
enum ShapeRow {
  static let linkColumns = "note_links.line, note_links.kind, target, place, note_links.text"
  static let taskColumns = "line, mark, text, due, scheduled, start, done, note_tasks.tags"

  static func link(_ row: PostgresRow) throws -> NoteLink {
    NoteLink(
      line: try row.read(0), kind: NoteLink.Kind(rawValue: try row.read(1)) ?? .wiki, target: try row.note(2),
      place: try row.noteIfAny(3), text: try row.noteIfAny(4))
  }

  static func task(_ row: PostgresRow) throws -> NoteTask {
    var task = NoteTask(line: try row.read(0), mark: try row.note(1), text: try row.note(2))
    func day(_ column: Int) throws -> Day? { (try row.read(column) as Int?).map(Day.init(number:)) }
    (task.due, task.scheduled, task.start, task.done) = (try day(3), try day(4), try day(5), try day(6))
    task.tags = try row.noteIfAny(7)?.split(separator: " ").map(String.init)
    return task
  }

  static func anchor(_ row: PostgresRow) throws -> NoteAnchor {
    NoteAnchor(line: try row.read(0), level: try row.read(1), name: try row.note(2))
  }

  static func days(_ row: PostgresRow, _ column: Int) throws -> ClosedRange<Day>? {
    guard let first: Int = try row.read(column), let last: Int = try row.read(column + 1), first <= last else {
      return nil
    }
    return Day(number: first)...Day(number: last)
  }
}
