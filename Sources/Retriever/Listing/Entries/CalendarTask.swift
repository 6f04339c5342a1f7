/// What the first line of a task of a converted calendar says, which is under a heading with its name:
/// `- [x] Pay the choir [due:: 2026-11-20]`.
struct CalendarTask {
  var isDone: Bool
  var isCancelled: Bool

  /// Reads the first entry under a heading; `nil` if it is another, such as an item of an event's description.
  init?(_ entry: NoteEntry, under heading: String) {
    // Whether a box is empty or has an x, the entry says.
    guard let match = entry.text.wholeMatch(of: /(?:\[(.)\] )?(.*?)(?: \[[a-z]+:: [0-9-]+\])*/),
      heading.hasPrefix(match.2), match.1 != nil || entry.isDone != nil
    else { return nil }
    isCancelled = match.1 == "-"
    isDone = entry.isDone ?? isCancelled
  }
}
