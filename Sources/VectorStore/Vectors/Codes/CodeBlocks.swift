import CKernels
import GRDB
import GRDBSQLite

/// The blobs that hold the codes of an index's vectors, read and written in place with SQLite's incremental blob I/O: a
/// GRDB row would copy each blob twice.
struct CodeBlocks {
  let layout: CodeLayout
  private let database: Database
  private let blob: OpaquePointer
  private var block: Int64

  /// Opens the blob of one block.
  ///
  /// Call `close()` when done.
  init(_ database: Database, block: Int64, layout: CodeLayout, writable: Bool) throws {
    var opened: OpaquePointer?
    let code = sqlite3_blob_open(
      database.sqliteConnection, "main", "code_blocks", "codes", block, writable ? 1 : 0, &opened)
    guard code == SQLITE_OK, let opened else { throw DatabaseError(code, of: database) }
    self.database = database
    self.layout = layout
    self.blob = opened
    self.block = block
    do {
      try checkSize()
    } catch {
      sqlite3_blob_close(opened)
      throw error
    }
  }

  /// Moves to another block.
  mutating func move(to block: Int64) throws {
    guard block != self.block else { return }
    let code = sqlite3_blob_reopen(blob, block)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: database) }
    self.block = block
    try checkSize()
  }

  func close() {
    sqlite3_blob_close(blob)
  }

  /// Reads bytes of the block, starting at `offset`.
  func read(into bytes: UnsafeMutableRawBufferPointer, offset: Int) throws {
    let code = sqlite3_blob_read(blob, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else { throw DatabaseError(code, of: database) }
  }

  /// Writes bytes of the block, starting at `offset`; the rest of the block is unchanged.
  func write(_ bytes: UnsafeRawBufferPointer, offset: Int) throws {
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else { throw DatabaseError(code, of: database) }
  }

  /// Reads the codes of the panel of one of the block's slots.
  func readPanel(ofSlot slot: Int) throws -> [UInt8] {
    let place = layout.panel(ofSlot: slot)
    var (upper, lower) = (
      [UInt8](repeating: 0, count: place.upper.count), [UInt8](repeating: 0, count: place.lower.count)
    )
    try upper.withUnsafeMutableBytes {
      try read(into: $0, offset: layout.upperBytes.lowerBound + place.upper.lowerBound)
    }
    try lower.withUnsafeMutableBytes {
      try read(into: $0, offset: layout.lowerBytes.lowerBound + place.lower.lowerBound)
    }
    var panel = [UInt8](repeating: 0, count: layout.panelBytes)
    codes_join(&panel, upper, lower, layout.squares)
    return panel
  }

  /// Replaces the codes of the panel of one of the block's slots.
  func write(_ panel: [UInt8], ofSlot slot: Int) throws {
    let place = layout.panel(ofSlot: slot)
    var (upper, lower) = (
      [UInt8](repeating: 0, count: place.upper.count), [UInt8](repeating: 0, count: place.lower.count)
    )
    codes_part(&upper, &lower, panel, layout.squares)
    try upper.withUnsafeBytes { try write($0, offset: layout.upperBytes.lowerBound + place.upper.lowerBound) }
    try lower.withUnsafeBytes { try write($0, offset: layout.lowerBytes.lowerBound + place.lower.lowerBound) }
  }

  private func checkSize() throws {
    let found = Int(sqlite3_blob_bytes(blob))
    guard found == layout.blockBytes else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "block \(block) of vectors has \(found) bytes instead of \(layout.blockBytes)")
    }
  }
}

extension CodeBlocks {
  /// Returns the number of blocks, which are numbered from 0.
  static func count(_ db: Database) throws -> Int {
    guard let last = try Int.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM code_blocks")) else { return 0 }
    // The scan counts slots in 32 bits.
    guard 0..<Int(UInt32.max) / IndexSchema.vectorsPerBlock ~= last else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block of vectors has the number \(last)")
    }
    return last + 1
  }

  /// Appends a block without vectors.
  static func append(_ block: Int, layout: CodeLayout, to db: Database) throws {
    try db.execute(
      sql: "INSERT INTO code_blocks VALUES (?, zeroblob(?))", arguments: [block, layout.blockBytes])
  }

  /// Writes codes to their slots, sorted by slot. Reads and writes each panel once.
  static func write(_ codes: [(slot: Int, code: VectorCode)], layout: CodeLayout, to db: Database) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    guard let first = codes.first else { return }
    var blocks = try CodeBlocks(db, block: Int64(first.slot / perBlock), layout: layout, writable: true)
    defer { blocks.close() }
    var index = 0
    while index < codes.count {
      let number = codes[index].slot / CodeLayout.panel
      try blocks.move(to: Int64(codes[index].slot / perBlock))
      let place = codes[index].slot % perBlock
      var panel = try blocks.readPanel(ofSlot: place)
      while index < codes.count, codes[index].slot / CodeLayout.panel == number {
        let (slot, code) = (codes[index].slot % perBlock, codes[index].code)
        layout.put(code, atSlot: slot, in: &panel)
        for measure in CodeLayout.Measure.allCases {
          try withUnsafeBytes(of: code[measure]) { try blocks.write($0, offset: layout.offset(measure, ofSlot: slot)) }
        }
        index += 1
      }
      try blocks.write(panel, ofSlot: place)
    }
  }
}
