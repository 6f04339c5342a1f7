import VectorStore

/// Turns matches into the rows of a listing, and their chunks into passages.
struct ListingRows {
  let search: ListingSearch
  let labels: FolderLabels
  private var rows: [(row: Listing.Row, date: EntryDate?)] = []
  private var passages: [Passage] = []

  init(search: ListingSearch, labels: FolderLabels) {
    (self.search, self.labels) = (search, labels)
  }

  /// Adds the row of a match.
  mutating func add(_ match: ListingSearch.Match) {
    let note = search.notes[match.note]
    let entry = note.entries[match.entry].entry
    let stored = note.chunks[entry.chunk]
    let passage =
      passages.firstIndex { $0.chunk == stored.id }
      ?? {
        let parts = ScoreParts(cosine: nil, lead: nil, exact: 0, stemmed: 0, keyword: 1)
        passages.append(Passage(stored, score: 1, parts: parts, labels: labels))
        return passages.count - 1
      }()
    let lines = entry.lines.clamped(to: stored.chunk.lines)
    let date = search.question.asksForDate ? search.date(of: match) : nil
    let row = Listing.Row(
      title: note.document.title, text: entry.text, source: passages[passage].source.narrowed(to: lines),
      date: date?.description, excerpt: passages[passage].text(ofLines: lines), passage: passage)
    rows.append((row, date))
  }

  /// Returns the listing; `nil` if a date is asked for and no row has one.
  func listing(areNotes: Bool) -> (listing: Listing, passages: [Passage])? {
    let question = search.question
    var rows = rows
    if question.asksForDate {
      rows.removeAll { row in row.date.map { $0 > search.today } ?? true }
      // Sorting keeps the order of rows with the same date.
      let isBefore: (EntryDate, EntryDate) -> Bool = question.kind == .latest ? { $0 > $1 } : { $0 < $1 }
      rows.sort { left, right in
        guard let first = left.date, let second = right.date else { return false }
        return isBefore(first, second)
      }
      guard !rows.isEmpty else { return nil }
    }
    let files = Set(rows.map { $0.row.source.folder + "/" + $0.row.source.path })
    return (
      Listing(
        kind: question.kind, listsNotes: areNotes, rows: rows.map(\.row), notes: files.count,
        examined: search.candidates.examined, unexamined: search.candidates.unexamined),
      passages
    )
  }
}
