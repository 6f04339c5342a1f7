import GRDB
import GRDBSQLite

/// The blobs that hold the vectors of an index, read and written in place through SQLite's own interface: a row of
/// GRDB's would copy each blob twice.
///
/// Floats are little-endian, as on every machine that Swift runs on.
struct VectorBlocks {
  private let database: Database
  private let blob: OpaquePointer
  private let blockBytes: Int
  private var block: Int64

  /// Opens the blob of one block.
  ///
  /// `close()` must follow.
  init(_ database: Database, block: Int64, dimensions: Int, writable: Bool) throws {
    var opened: OpaquePointer?
    let code = sqlite3_blob_open(
      database.sqliteConnection, "main", "vector_blocks", "vectors", block, writable ? 1 : 0, &opened)
    guard code == SQLITE_OK, let opened else { throw VectorBlocks.error(code, database) }
    self.database = database
    self.blob = opened
    self.block = block
    blockBytes = IndexSchema.vectorsPerBlock * dimensions * MemoryLayout<Float>.size
    do {
      try checkSize()
    } catch {
      sqlite3_blob_close(opened)
      throw error
    }
  }

  /// Goes on to another block.
  mutating func move(to block: Int64) throws {
    guard block != self.block else { return }
    let code = sqlite3_blob_reopen(blob, block)
    guard code == SQLITE_OK else { throw VectorBlocks.error(code, database) }
    self.block = block
    try checkSize()
  }

  func close() {
    sqlite3_blob_close(blob)
  }

  /// Reads bytes of the block, from `offset` on.
  func read(into bytes: UnsafeMutableRawBufferPointer, offset: Int = 0) throws {
    let code = sqlite3_blob_read(blob, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else { throw VectorBlocks.error(code, database) }
  }

  /// Writes bytes of the block, from `offset` on; the rest of the block is left as it is.
  func write(_ bytes: UnsafeRawBufferPointer, offset: Int) throws {
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else { throw VectorBlocks.error(code, database) }
  }

  private func checkSize() throws {
    let found = Int(sqlite3_blob_bytes(blob))
    guard found == blockBytes else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "block \(block) of vectors has \(found) bytes instead of \(blockBytes)")
    }
  }

  private static func error(_ code: Int32, _ database: Database) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
  }
}

extension VectorBlocks {
  /// Reads blocks, sorted, each to its place in the matrix `elements`.
  static func readBlocks(
    _ numbers: [Int], dimensions: Int, from db: Database, into elements: UnsafeMutableRawBufferPointer
  ) throws {
    guard let first = numbers.first else { return }
    var blocks = try VectorBlocks(db, block: Int64(first), dimensions: dimensions, writable: false)
    defer { blocks.close() }
    for number in numbers {
      try blocks.move(to: Int64(number))
      let start = number * blocks.blockBytes
      try blocks.read(into: UnsafeMutableRawBufferPointer(rebasing: elements[start..<start + blocks.blockBytes]))
    }
  }

  /// Reads which chunk each slot belongs to; of the free ones nothing is said.
  static func readChunks(inSlots slots: Range<Int>, from db: Database, _ body: (_ slot: Int, _ chunk: Int64) -> Void)
    throws
  {
    let sql = "SELECT slot, id FROM chunks WHERE slot >= ? AND slot < ?"
    let bounds = [slots.lowerBound.databaseValue, slots.upperBound.databaseValue]
    try forEachRow(of: sql, arguments: bounds, in: db) { row in
      body(Int(sqlite3_column_int64(row, 0)), sqlite3_column_int64(row, 1))
    }
  }

  /// Reads the vectors of some slots, sorted, and hands each to `body` with its place among the slots.
  static func readVectors(
    at slots: [Int], dimensions: Int, from db: Database, _ body: (Int, [Float]) throws -> Void
  ) throws {
    guard let first = slots.first else { return }
    let perBlock = IndexSchema.vectorsPerBlock
    var blocks = try VectorBlocks(db, block: Int64(first / perBlock), dimensions: dimensions, writable: false)
    defer { blocks.close() }
    var elements = [Float](repeating: 0, count: dimensions)
    let size = dimensions * MemoryLayout<Float>.size
    for (index, slot) in slots.enumerated() {
      try blocks.move(to: Int64(slot / perBlock))
      try elements.withUnsafeMutableBytes { try blocks.read(into: $0, offset: slot % perBlock * size) }
      try body(index, elements)
    }
  }

  /// Writes vectors to their slots, sorted by slot.
  static func writeVectors(
    _ vectors: some Sequence<(Int, [Float])>, dimensions: Int, to db: Database
  ) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    var opened: VectorBlocks?
    defer { opened?.close() }
    for (slot, elements) in vectors {
      let block = Int64(slot / perBlock)
      if opened == nil { opened = try VectorBlocks(db, block: block, dimensions: dimensions, writable: true) }
      try opened?.move(to: block)
      try elements.withUnsafeBytes { try opened?.write($0, offset: slot % perBlock * $0.count) }
    }
  }
}
