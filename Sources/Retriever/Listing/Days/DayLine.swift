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
  /// Whether it is a task.
  var isTask = false
  /// Whether it is the title of its note.
  var isTitle = false

  init(text: String, lines: ClosedRange<Int>, chunk: StoredChunk, day: Day?) {
    (self.text, self.lines, self.chunk, self.day) = (text, lines, chunk, day)
  }

  init(_ entry: NoteEntry, chunk: StoredChunk, day: Day?) {
    let isEvent = chunk.document.isCalendar
    self.init(
      text: isEvent ? Self.text(ofEvent: entry.text) : entry.text, lines: entry.lines.clamped(to: chunk.chunk.lines),
      chunk: chunk, day: day)
    if isEvent { time = entry.text.firstMatch(of: /\b[0-9]{2}:[0-9]{2}\b/).map { String($0.output) } ?? "" }
    isTask = entry.isDone != nil
    isTitle = !chunk.document.hasRecords && entry.form == .heading && entry.text == chunk.document.title
  }

  /// Whether it says nothing but tags: `#garden #garden/bulbs`.
  var holdsTagsAlone: Bool {
    text.split(whereSeparator: \.isWhitespace).allSatisfy { $0.wholeMatch(of: /#[\p{L}\p{N}_\/-]+/) != nil }
  }

  /// Returns the fields of an event without its day, which of an event that repeats is only the first, and without its
  /// exceptions.
  static func text(ofEvent fields: String) -> String {
    var shown: [String] = []
    for field in fields.split(separator: " · ") where !field.hasPrefix("Except on: ") && !field.hasPrefix("Also on: ") {
      guard let match = field.prefixMatch(of: /When: [0-9]{4}-[0-9]{2}-[0-9]{2}/) else {
        shown.append(String(field))
        continue
      }
      let rest = field[match.range.upperBound...]
      // Of whole days, the heading says all.
      if rest.first == " ", !rest.hasPrefix(" to ") { shown.append("When:" + rest) }
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
