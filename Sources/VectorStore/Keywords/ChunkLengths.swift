import GRDB
import GRDBSQLite

/// How many words chunks have, their headings included: what BM25 asks of every chunk that holds a word.
///
/// Both keyword indexes part text alike, so that a chunk has the same length in both. Four bytes a chunk.
struct ChunkLengths {
  /// The lengths of so many ids stand side by side: ids follow one another, save for chunks that are gone.
  private static let perPage = 256
  private static let unknown = UInt32.max

  /// Where the page of an id begins in `lengths`.
  private var pages: [Int64: Int] = [:]
  private var lengths: [UInt32] = []
  /// The page that was asked for last.
  private var page: (number: Int64, start: Int)?
  private var lookedUp = 0
  private var areAllRead = false
  private var greatest = Int64.min
  private var version: (epoch: Int64, generation: Int64)?

  /// Forgets what may not be true any more.
  ///
  /// An id is never used again and its text never changes; but the chunks of a document that is renamed get another
  /// heading.
  mutating func update(to current: (epoch: Int64, generation: Int64), from db: Database) throws {
    let headings = try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'headings'")
    let lastRenaming = try Int64.fetchOne(headings) ?? 0
    if let version, version.epoch != current.epoch || version.generation < lastRenaming { self = ChunkLengths() }
    if areAllRead { try readAll(from: db) }
    version = current
  }

  /// The number of words of a chunk that was read; `nil` of another.
  subscript(chunk: Int64) -> Int? {
    mutating get {
      if page?.number != chunk >> 8 { page = pages[chunk >> 8].map { (chunk >> 8, $0) } }
      guard let page else { return nil }
      let length = lengths[page.start + Int(chunk & 0xFF)]
      return length == Self.unknown ? nil : Int(length)
    }
  }

  /// Reads the lengths of some chunks, of which there are `all`.
  ///
  /// To look one up costs three times as much as to read one of all, 0.15 µs: all are read once that is less. The first
  /// search of a process, often the only one, thus does not read those of a large index.
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

  /// Reads the lengths of all chunks above the greatest that was read.
  private mutating func readAll(from db: Database) throws {
    let sql = "SELECT id, sz FROM chunks_exact_docsize WHERE id > ? ORDER BY id"
    try forEachRow(of: sql, arguments: [greatest.databaseValue], in: db) { row in
      keep(row)
      greatest = sqlite3_column_int64(row, 0)
    }
  }

  /// Keeps the length in a row of FTS5's: a number for each column, seven bits a byte, the highest first, and the last
  /// byte below 128.
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
