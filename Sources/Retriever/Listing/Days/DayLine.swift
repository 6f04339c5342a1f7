import VectorStore

/// A line of a note, or a few, that is about a day.
struct DayLine: Sendable {
  var text: String
  var lines: ClosedRange<Int>
  var chunk: StoredChunk
  /// `nil` in a note about several days that does not say of which the line is.
  var day: Day?
  /// The time of day at which it begins, as in `14:30`; empty if there is none.
  var time = ""
  /// Whether it is an event of a calendar or an invitation.
  var isEvent = false
  /// Whether it is a task.
  var isTask = false
  /// Whether it is the title of its note.
  var isTitle = false

  init(text: String, lines: ClosedRange<Int>, chunk: StoredChunk, day: Day?) {
    (self.text, self.lines, self.chunk, self.day) = (text, lines, chunk, day)
  }

  init(_ entry: NoteEntry, chunk: StoredChunk, day: Day?) {
    self.init(text: entry.text, lines: entry.lines.clamped(to: chunk.chunk.lines), chunk: chunk, day: day)
    isTask = entry.isDone != nil
    isTitle = !chunk.document.hasRecords && entry.form == .heading && entry.text == chunk.document.title
  }

  /// An occurrence of an event or a task that an entry names.
  init(_ occurrence: Occurrence, of entry: NoteEntry, chunk: StoredChunk, in days: ClosedRange<Day>) {
    self.init(entry, chunk: chunk, day: max(occurrence.days.lowerBound, days.lowerBound))
    text = Self.text(ofEvent: entry.text, at: occurrence)
    time = occurrence.start.map(Occurrence.clock) ?? ""
    isEvent = !isTask
  }

  /// Whether it says nothing but tags: `#garden #garden/bulbs`.
  var holdsTagsAlone: Bool {
    text.split(whereSeparator: \.isWhitespace).allSatisfy { $0.wholeMatch(of: /#[\p{L}\p{N}_\/-]+/) != nil }
  }

  /// Returns the fields of an event without the day in its heading, which of an event that repeats is only the first,
  /// with the time of one of its occurrences, and without its other days.
  static func text(ofEvent fields: String, at occurrence: Occurrence?) -> String {
    var shown: [String] = []
    let others = ["When: ", "Due: ", "Except on: ", "Also on: "]
    for field in fields.split(separator: " · ") where shown.isEmpty || !others.contains(where: field.hasPrefix) {
      shown.append(String(field))
      if shown.count == 1, let time = occurrence?.time(below: String(field)) { shown.append(time) }
    }
    guard let heading = shown.first else { return fields }
    shown[0] = heading.replacing(/, [0-9]{4}-[0-9]{2}-[0-9]{2}$/, with: "")
    return shown.joined(separator: " · ")
  }

  /// What lines are sorted by.
  func place(in days: ClosedRange<Day>) -> (Int, String, String, String, Int) {
    let document = chunk.document
    return ((day ?? days.lowerBound).number, time, document.folder, document.path, lines.lowerBound)
  }
}

extension Occurrence {
  /// Returns when it begins, and when and on which other day it ends, as in `When: 22:00 to 2026-11-26 06:00`; `nil`
  /// for whole days that the heading says.
  fileprivate func time(below heading: String) -> String? {
    let isLong = days.upperBound > days.lowerBound && !heading.contains(" to \(days.upperBound)")
    guard let start = start.map(Self.clock) else { return isLong ? "Until: \(days.upperBound)" : nil }
    let label = kind == .task ? "Due: " : "When: "
    guard let end = end.map(Self.clock) else { return label + start }
    return "\(label)\(start) to " + (isLong ? "\(days.upperBound) " : "") + end
  }

}
