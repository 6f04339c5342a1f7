import Embedding
import GRDB

extension SearchIndex {
  /// The vectors as they are now, or `nil` while there are none.
  func currentMatrix(for vector: UnitVector) throws -> VectorMatrix? {
    // Taken out, so that what follows changes it in place and does not copy it.
    let known = matrix.take()
    matrix = try run { try $0.read { try VectorMatrix.updated(known, from: $0) } }
    guard let matrix, matrix.rows > 0 else { return nil }
    guard vector.dimensions == matrix.dimensions else {
      throw SearchIndexError.wrongDimensions(expected: matrix.dimensions, found: vector.dimensions)
    }
    return matrix
  }
}

extension VectorMatrix {
  /// Reads what has changed since `known` was read, or everything.
  static func updated(_ known: consuming VectorMatrix?, from db: Database) throws -> VectorMatrix? {
    guard let space = try EmbeddingSpace.stored(in: db) else { return nil }
    let epoch = try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'epoch'") ?? 0
    let generation = try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'generation'") ?? 0
    var matrix: VectorMatrix
    if let known, known.epoch == epoch {
      if known.generation == generation { return known }
      matrix = known
    } else {
      matrix = VectorMatrix(epoch: epoch, generation: -1, dimensions: space.dimensions, elements: [], chunks: [])
    }
    let changed = try Int.fetchAll(
      db, sql: "SELECT block FROM block_changes WHERE generation > ? ORDER BY block", arguments: [matrix.generation])
    let blocks = try Int.fetchOne(db, sql: "SELECT count(*) FROM vector_blocks") ?? 0
    try matrix.read(changed, of: blocks, from: db)
    matrix.generation = generation
    return matrix
  }

  /// Reads some of the blocks, of which there are `count`.
  private mutating func read(_ blocks: [Int], of count: Int, from db: Database) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    let slots = count * perBlock
    if slots > rows {
      elements.append(contentsOf: repeatElement(0, count: (slots - rows) * dimensions))
      chunks.append(contentsOf: repeatElement(0, count: slots - rows))
    }
    guard let first = blocks.first else { return }
    guard first >= 0, let last = blocks.last, last < count else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block of vectors is missing")
    }
    var reader = try VectorBlocks(db, block: Int64(first), dimensions: dimensions, writable: false)
    defer { reader.close() }
    let blockBytes = perBlock * dimensions * MemoryLayout<Float>.size
    for block in blocks {
      try reader.move(to: Int64(block))
      try elements.withUnsafeMutableBytes { bytes in
        try reader.read(
          into: UnsafeMutableRawBufferPointer(rebasing: bytes[block * blockBytes..<(block + 1) * blockBytes]))
      }
    }
    for block in blocks { for slot in block * perBlock..<(block + 1) * perBlock { chunks[slot] = 0 } }
    try readChunks(in: blocks, from: db)
  }

  private mutating func readChunks(in blocks: [Int], from db: Database) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    var remaining = blocks[...]
    while let first = remaining.popFirst() {
      var end = first + 1
      while remaining.first == end {
        remaining.removeFirst()
        end += 1
      }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT slot, id FROM chunks WHERE slot >= ? AND slot < ?",
        arguments: [first * perBlock, end * perBlock])
      while let row = try rows.next() { chunks[row[0]] = row[1] }
    }
  }
}
