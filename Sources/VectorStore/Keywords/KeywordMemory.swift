import GRDB

/// A cache of the posting lists of query words and of how many chunks contain each stem, valid until the index changes,
/// and of chunk lengths. The same few words occur in every question.
struct KeywordMemory {
  private struct Word: Hashable {
    var table: String
    var pattern: String
  }

  private struct Entry {
    /// `nil` for a word in more chunks than are scored.
    var postings: KeywordPostings?
    var lastUse: Int
    /// Includes the overhead of an entry.
    var bytes: Int { 256 + (postings?.bytes ?? 0) }
  }

  /// The maximum number of bytes kept: the words of hundreds of questions.
  ///
  /// A word that takes more than a sixteenth of that is read every time.
  private static let mostBytes = 16 << 20

  private var version: (epoch: Int64, generation: Int64)?
  /// The number of chunks that there are.
  private(set) var chunks = 0
  private var words: [Word: Entry] = [:]
  private var bytes = 0
  private var uses = 0
  private var lengths = ChunkLengths()
  /// What a restricted connection sees.
  private var seen: SeenChunks?
  /// The number of chunks that contain a stem.
  private var frequencies: [String: Int] = [:]
  /// The rows of the table of chunks.
  private var rows: Int?

  /// The maximum number of stems whose frequencies are kept: about a megabyte.
  private static let mostStems = 10_000

  /// Discards the postings if the index has changed.
  mutating func update(from db: Database) throws {
    let current = try VectorCodes.version(of: db)
    if let version, version == current { return }
    (version, words, bytes) = (nil, [:], 0)
    try lengths.update(to: current, from: db)
    seen = try SeenChunks(&lengths, from: db)
    (frequencies, rows) = ([:], nil)
    // The slots that are not free.
    let free = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM free_slots")) ?? 0
    chunks = try seen?.count ?? CodeBlocks.count(db) * IndexSchema.vectorsPerBlock - free
    version = current
  }

  /// Returns the number of chunks that contain a stem, counted by `count` if it is not known.
  ///
  /// Counting takes a pass over the postings of the stem: milliseconds for a common word of a large index.
  mutating func frequency(of stem: String, _ count: () throws -> Int) rethrows -> Int {
    if let known = frequencies[stem] { return known }
    let frequency = try count()
    if frequencies.count >= Self.mostStems { frequencies = [:] }
    frequencies[stem] = frequency
    return frequency
  }

  /// Returns the number of rows in the table of chunks, counted by `count` if it is not known.
  mutating func rowCount(_ count: () throws -> Int) rethrows -> Int {
    if let rows { return rows }
    let counted = try count()
    rows = counted
    return counted
  }

  /// Returns the postings of a word's pattern in a keyword index; `nil` if more than `most` chunks match.
  mutating func postings(
    of pattern: String, in table: String, most: Int, _ db: Database
  ) throws -> KeywordPostings? {
    let word = Word(table: table, pattern: pattern)
    uses += 1
    if let known = words[word], known.postings != nil || most < Int.max {
      words[word]?.lastUse = uses
      return known.postings.flatMap { $0.places.count <= most ? $0 : nil }
    }
    let postings = try KeywordPostings(pattern, in: table, most: most, among: seen, &lengths, db)
    if postings.map({ $0.bytes <= Self.mostBytes / 16 }) ?? true {
      keep(Entry(postings: postings, lastUse: uses), of: word)
    }
    return postings
  }

  /// Keeps the entry of a word, evicting the least recently used ones.
  private mutating func keep(_ entry: Entry, of word: Word) {
    bytes += entry.bytes - (words[word]?.bytes ?? 0)
    words[word] = entry
    guard bytes > Self.mostBytes else { return }
    for (word, entry) in words.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard bytes > Self.mostBytes / 2 else { return }
      words[word] = nil
      bytes -= entry.bytes
    }
  }
}
