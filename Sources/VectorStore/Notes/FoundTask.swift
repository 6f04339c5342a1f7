/// A task and the note that has it.
package struct FoundTask: Sendable, Hashable {
  package var folder: String
  package var path: String
  package var task: NoteTask

  package init(folder: String, path: String, task: NoteTask) {
    (self.folder, self.path, self.task) = (folder, path, task)
  }
}
