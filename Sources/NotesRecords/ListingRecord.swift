package import Retriever
package import VectorStore

/// All places that a question asks for, in the output of `rag ask --json`.
package struct ListingRecord: Encodable {
  package struct Row: Encodable {
    package var title: String
    package var text: String
    /// As in the lines or the note, if the question asks for the last or the first time.
    package var date: String?
    package var source: String
  }

  package var kind: Listing.Kind
  /// Whether the rows are notes, not lines in them.
  package var listsNotes: Bool
  /// The days that the question asks for, if it asks for days.
  package var firstDay, lastDay: Day?
  /// The days of its other reading, if it has one: 3/2/2026 may be in February or in March.
  package var otherFirstDay, otherLastDay: Day?
  package var rows: [Row]
  /// The number of notes that have a row.
  package var notes: Int
  /// The number of lines about these days that are left out, because there are too many.
  package var omitted: Int
  /// The number of notes that were examined.
  package var examined: Int
  /// The number of notes that were not examined, because there are too many.
  package var unexamined: Int

  package init(_ listing: Listing) {
    kind = listing.kind
    listsNotes = listing.listsNotes
    rows = listing.rows.map { row in
      Row(title: row.title, text: row.text, date: row.date, source: row.source.description)
    }
    (firstDay, lastDay) = (listing.days?.lowerBound, listing.days?.upperBound)
    (otherFirstDay, otherLastDay) = (listing.otherDays?.lowerBound, listing.otherDays?.upperBound)
    (notes, omitted) = (listing.notes, listing.omitted)
    examined = listing.examined
    unexamined = listing.unexamined
  }
}
