import VectorStore

/// Turns lines of notes into the rows of a listing, and their chunks into passages.
struct ListingRows {
  private let labels: FolderLabels
  private var rows: [(row: Listing.Row, date: EntryDate?)] = []
  private var passages: [Passage] = []
  /// The places of the passages, by their chunks.
  private var places: [Int64: Int] = [:]

  init(labels: FolderLabels) { self.labels = labels }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - text: What it says.
  ///   - lines: The lines of the file that say it.
  ///   - stored: The chunk that contains the first of them.
  ///   - date: Its date, if dates are asked for.
  mutating func add(_ text: String, lines: ClosedRange<Int>, of stored: StoredChunk, date: EntryDate?) {
    let passage =
      places[stored.id]
      ?? {
        let parts = ScoreParts(cosine: nil, lead: nil, exact: 0, stemmed: 0, keyword: 1)
        passages.append(Passage(stored, score: 1, parts: parts, labels: labels))
        places[stored.id] = passages.count - 1
        return passages.count - 1
      }()
    let lines = lines.clamped(to: stored.chunk.lines)
    let row = Listing.Row(
      title: stored.document.title, text: text, source: passages[passage].source.narrowed(to: lines),
      date: date?.description, excerpt: passages[passage].text(ofLines: lines), passage: passage)
    rows.append((row, date))
  }

  /// Keeps the rows with a date that is not in the future, or, of a question for the next, not over, in the order in
  /// which they are asked for.
  mutating func sort(for kind: Listing.Kind, today: EntryDate) {
    rows.removeAll { row in row.date.map { kind == .next ? $0 < today : $0 > today } ?? true }
    // Sorting keeps the order of rows with the same date.
    let isBefore: (EntryDate, EntryDate) -> Bool = kind == .latest ? { $0 > $1 } : { $0 < $1 }
    rows.sort { left, right in
      guard let first = left.date, let second = right.date else { return false }
      return isBefore(first, second)
    }
  }

  /// Returns the listing.
  func listing(
    of kind: Listing.Kind, areNotes: Bool, examined: Int, unexamined: Int = 0
  ) -> (listing: Listing, passages: [Passage]) {
    let files = Set(rows.map { $0.row.source.folder + "/" + $0.row.source.path })
    return (
      Listing(
        kind: kind, listsNotes: areNotes, rows: rows.map(\.row), notes: files.count, examined: examined,
        unexamined: unexamined),
      passages
    )
  }
}
