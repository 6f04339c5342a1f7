/// An item of a list with a box: `- [ ] water the roses 📅 2025-06-01`.
package struct NoteTask: Sendable, Hashable, Codable {
  /// The line, from 1.
  package var line: Int
  /// The character in the box: a space if the task is open, `x` if it is done; people use others as well.
  package var mark: String
  /// The text without the box and the dates.
  package var text: String
  /// The day by which it must be done.
  package var due: Day?
  /// The day for which it is planned.
  package var scheduled: Day?
  /// The day from which it can be done.
  package var start: Day?
  /// The day on which it was done.
  package var done: Day?
  /// The tags of the section that it is in, where sections have tags, as in Org; `nil` if it has those of its document.
  package var tags: [String]?

  package init(line: Int, mark: String, text: String) { (self.line, self.mark, self.text) = (line, mark, text) }

  /// All its days.
  var days: [Day] { [due, scheduled, start, done].compactMap(\.self) }

  /// Whether it has all of some tags, as far as it has tags of its own.
  package func hasTags(_ wanted: [String]) -> Bool {
    guard let tags else { return true }
    let own = tags.compactMap(TagText.normalized)
    return wanted.compactMap(TagText.normalized).allSatisfy { tag in
      own.contains { $0 == tag || $0.hasPrefix(tag + "/") }
    }
  }

  /// What becomes of a task.
  package enum State: String, Sendable, Hashable, Codable {
    case open, done, cancelled
  }

  /// The state that its mark stands for: `x` is done, `-` cancelled, all others, such as `/` for one that was begun,
  /// are open, as in the Tasks plugin of Obsidian.
  package var state: State {
    switch mark {
    case "x", "X": .done
    case "-": .cancelled
    default: .open
    }
  }
}
