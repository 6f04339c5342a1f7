import Retriever

/// All places that a question asks for, in the output of `rag ask --json`.
struct ListingRecord: Encodable {
  struct Row: Encodable {
    var title: String
    var text: String
    /// As in the lines or the note, if the question asks for the last or the first time.
    var date: String?
    var source: String
  }

  var kind: Listing.Kind
  /// Whether the rows are notes, not lines in them.
  var listsNotes: Bool
  var rows: [Row]
  /// The number of notes that have a row.
  var notes: Int
  /// The number of notes that were examined.
  var examined: Int
  /// The number of notes that were not examined, because there are too many.
  var unexamined: Int

  init(_ listing: Listing) {
    kind = listing.kind
    listsNotes = listing.listsNotes
    rows = listing.rows.map { row in
      Row(title: row.title, text: row.text, date: row.date, source: row.source.description)
    }
    notes = listing.notes
    examined = listing.examined
    unexamined = listing.unexamined
  }
}
