import VectorStore

/// A task of a note, as `rag list --tasks … --json` and `rag show --json` print it.
struct TaskRecord: Encodable {
  var folder: String
  var path: String
  var line: Int
  var state: NoteTask.State
  var mark: String
  var text: String
  var due: Day?
  var scheduled: Day?
  var start: Day?
  var done: Day?

  init(_ task: NoteTask, folder: String, path: String) {
    (self.folder, self.path, line, state, mark) = (folder, path, task.line, task.state, task.mark)
    (text, due, scheduled, start, done) = (task.text, task.due, task.scheduled, task.start, task.done)
  }

  /// `[ ] water the roses  due 2025-06-01`
  var summary: String {
    let days = [("due", due), ("scheduled", scheduled), ("from", start), ("done", done)]
      .compactMap { name, day in day.map { "\(name) \($0)" } }
    return "[\(mark)] \(text)" + (days.isEmpty ? "" : "  " + Console.dim(days.joined(separator: ", ")))
  }
}
