import Postgres

/// A word and the chunks of one segment that have it.
struct HeldWord: Sendable {
  /// As `rag.postings` has them.
  let stem: String
  let word: String
  let segment: Int64
  /// By place, ascending; an occurrence in a heading counts twice.
  let holders: [(place: Int, frequency: Int)]

  /// Reads `stem`, `word`, `segment` and `holders`.
  init(_ row: PostgresRow) throws {
    (stem, word, segment) = (try row.read(0), try row.read(1), try DocumentRows.id(row, 2))
    holders = Holders.decoded(try row.read(3))
  }
}
