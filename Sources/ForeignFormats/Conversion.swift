@_exported public import NoteValues

/// The text of a file in a foreign format, as Markdown, with the places that a person can open.
public struct Conversion: Sendable, Hashable, Codable {
  /// The text.
  public var text: String
  /// The title, if the file has one.
  public var title: String?
  /// What the marks count; `nil` without marks.
  public var unit: Places.Unit?
  /// The places, by line.
  package var marks: [Places.Mark]
  /// What could not be read, one sentence each.
  public var remarks: [String]
  /// The day on which a message was sent, as in 2026-03-14; `nil` for other files.
  public var day: String?
  /// The occurrences of events, by line and day.
  package var occurrences: [Occurrence] = []
  /// Whether there are more of them after the last day on which they were looked for.
  public var hasLaterOccurrences = false

  /// Creates a conversion.
  package init(
    text: String, title: String?, unit: Places.Unit?, marks: [Places.Mark], remarks: [String], day: String? = nil
  ) {
    (self.text, self.title, self.unit, self.marks, self.remarks) = (text, title, unit, marks, remarks)
    self.day = day
  }
}
