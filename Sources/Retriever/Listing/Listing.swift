public import VectorStore

/// All the places in the notes that a question asks for, not only the best few.
///
/// It is complete in what can be decided by words, tags, names and dates: every note that contains any of the
/// question's words, or is about its days, was examined.
public struct Listing: Sendable, Hashable {
  /// What the question asks for.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// All of them.
    case list
    /// Their number.
    case count
    /// The one with the latest date that is not in the future.
    case latest
    /// The one with the earliest date.
    case earliest
    /// The one with the earliest date that is not over.
    case next

    /// Whether one place is asked for, by its date.
    var isForDate: Bool { [.latest, .earliest, .next].contains(self) }
  }

  /// One of the places.
  public struct Row: Sendable, Hashable {
    /// The note's title.
    public var title: String
    /// What the lines say, without the signs of a list or table.
    public var text: String
    /// The lines that show that it belongs to the list.
    public var source: Source
    /// The date in the lines, of their section or of the note: `2026-03-17`, `2026-03`. `nil` if there is none, or if
    /// no date or only one day is asked for.
    public var date: String?
    /// The lines' text, as indexed.
    public var excerpt: String
    /// The passage that has the lines, among the answer's.
    var passage: Int
  }

  /// What the question asks for.
  public var kind: Kind
  /// Whether the rows are notes, not lines in them.
  public var listsNotes: Bool
  /// The days that it asks for, if it asks for days.
  public var days: ClosedRange<Day>?
  /// The days that it may ask for instead: nobody can tell which part of 3/2/2026 is the month. Both have rows.
  public var otherDays: ClosedRange<Day>?
  /// The places, in the order of the notes; newest first if the latest is asked for, by date if days are.
  public var rows: [Row]
  /// The number of notes that have a row.
  public var notes: Int
  /// The number of lines that are left out because there are too many: of each section, the first is a row. Only for
  /// days.
  public var omitted = 0
  /// The number of notes that were examined: all that contain any of the question's words, or are about its days.
  public var examined: Int
  /// The number of notes that may have rows and were not examined, because there are too many; 0 unless the question's
  /// words are in ten thousands of chunks.
  public var unexamined: Int

  /// Adds the rows of the question's other reading, whose passages follow a number of others.
  mutating func add(_ other: Listing, behind passages: Int) {
    otherDays = other.days
    rows += other.rows.map { row in
      var row = row
      row.passage += passages
      return row
    }
    notes = Set(rows.map { $0.source.folder + "/" + $0.source.path }).count
    omitted += other.omitted
    (examined, unexamined) = (max(examined, other.examined), max(unexamined, other.unexamined))
  }
}
