import GRDB
import GRDBSQLite

/// The lengths of chunks in words, headings included, which BM25 needs for every chunk that contains a word.
///
/// Both keyword indexes split text alike, so a chunk has the same length in both. Takes four bytes per chunk.
struct ChunkLengths {
  /// The number of ids whose lengths are stored together. Ids are consecutive except for removed chunks.
  private static let perPage = 256
  private static let unknown = UInt32.max

  /// The index in `lengths` at which each page begins.
  private var pages: [Int64: Int] = [:]
  private var lengths: [UInt32] = []
  /// The page used last.
  private var page: (number: Int64, start: Int)?
  private var lookedUp = 0
  private var areAllRead = false
  private var greatest = Int64.min
  private var version: (epoch: Int64, generation: Int64)?

  /// Discards lengths that may be stale.
  ///
  /// Ids are never reused and their text never changes, but renaming a document changes its chunks' headings.
  mutating func update(to current: (epoch: Int64, generation: Int64), from db: Database) throws {
    let headings = try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'headings'")
    let lastRenaming = try Int64.fetchOne(headings) ?? 0
    if let version, version.epoch != current.epoch || version.generation < lastRenaming { self = ChunkLengths() }
    if areAllRead { try readAll(from: db) }
    version = current
  }

  /// The number of words in a chunk; `nil` if it was not read.
  subscript(chunk: Int64) -> Int? {
    mutating get {
      if page?.number != chunk >> 8 { page = pages[chunk >> 8].map { (chunk >> 8, $0) } }
      guard let page else { return nil }
      let length = lengths[page.start + Int(chunk & 0xFF)]
      return length == Self.unknown ? nil : Int(length)
    }
  }

  /// Reads the lengths of some of `all` chunks.
  ///
  /// Looking up one length costs three times as much as reading it in a full pass, 0.15 µs, so all are read once that
  /// is cheaper. The first search of a process, often the only one, thus does not read all lengths of a large index.
  mutating func read(_ chunks: [Int64], ofAll all: Int, from db: Database) throws {
    guard !areAllRead else { return }
    let missing = chunks.filter { self[$0] == nil }
    guard !missing.isEmpty else { return }
    lookedUp += missing.count
    guard lookedUp <= all / 3 else {
      try readAll(from: db)
      areAllRead = true
      return
    }
    try forEachRow(of: "SELECT id, sz FROM chunks_exact_docsize WHERE id = ?", forEach: missing, in: db) { row in
      keep(row)
      return true
    }
  }

  /// Reads the lengths of all chunks with ids above the greatest read.
  private mutating func readAll(from db: Database) throws {
    let sql = "SELECT id, sz FROM chunks_exact_docsize WHERE id > ? ORDER BY id"
    try forEachRow(of: sql, arguments: [greatest.databaseValue], in: db) { row in
      keep(row)
      greatest = sqlite3_column_int64(row, 0)
    }
  }

  /// Keeps the length from an FTS5 row: a big-endian varint per column, seven bits per byte, the last byte below 128.
  private mutating func keep(_ row: OpaquePointer) {
    let sizes = UnsafeRawBufferPointer(start: sqlite3_column_blob(row, 1), count: Int(sqlite3_column_bytes(row, 1)))
    var (sum, number, isWhole): (UInt32, UInt32, Bool) = (0, 0, false)
    for byte in sizes {
      number = number << 7 | UInt32(byte & 0x7F)
      isWhole = byte < 0x80
      if isWhole { (sum, number) = (sum &+ number, 0) }
    }
    guard isWhole else { return }
    let chunk = sqlite3_column_int64(row, 0)
    let start = pages[chunk >> 8] ?? lengths.count
    if start == lengths.count {
      lengths.append(contentsOf: repeatElement(Self.unknown, count: Self.perPage))
      pages[chunk >> 8] = start
    }
    lengths[start + Int(chunk & 0xFF)] = sum
  }
}
