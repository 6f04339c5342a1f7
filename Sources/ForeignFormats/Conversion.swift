/// The text of a file in a foreign format, as Markdown, with the places that a person can open.
public struct Conversion: Sendable, Hashable, Codable {
  /// What a place of the file is called.
  public enum Unit: String, Sendable, Hashable, Codable {
    /// A unit by which people find a place in such files.
    case page, slide, chapter, section, row, cell, time, message, turn
  }

  /// Where a place begins in the text.
  public struct Mark: Sendable, Hashable, Codable {
    /// The line, from 1.
    public var line: Int
    /// The place's number or name: `12`, `00:12:31`; of rows, the name of their sheet, or empty.
    public var label: String
    /// The number of the row on this line; the rows on the following lines have the following numbers.
    public var row: Int?

    /// Creates a mark.
    public init(line: Int, label: String, row: Int? = nil) {
      (self.line, self.label, self.row) = (line, label, row)
    }
  }

  /// The text.
  public var text: String
  /// The title, if the file has one.
  public var title: String?
  /// What the marks count; `nil` without marks.
  public var unit: Unit?
  /// The places, by line.
  public var marks: [Mark]
  /// What could not be read, one sentence each.
  public var remarks: [String]
  /// The day on which a message was sent, as in 2026-03-14; `nil` for other files.
  public var day: String?
  /// The occurrences of events, by line and day.
  public var occurrences: [Occurrence] = []
  /// Whether there are more of them after the last day on which they were looked for.
  public var hasLaterOccurrences = false

  /// Creates a conversion.
  public init(text: String, title: String?, unit: Unit?, marks: [Mark], remarks: [String], day: String? = nil) {
    (self.text, self.title, self.unit, self.marks, self.remarks) = (text, title, unit, marks, remarks)
    self.day = day
  }
}
