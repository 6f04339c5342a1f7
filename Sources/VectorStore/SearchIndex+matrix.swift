import Embedding
import Foundation
import GRDB

extension SearchIndex {
  /// The vectors as they are now, or `nil` while there are none.
  func currentMatrix(for vector: UnitVector) throws -> VectorMatrix? {
    do {
      try run { database in try database.read { try VectorMatrix.update(&matrix, from: $0) } }
    } catch {
      // It may have been read in part.
      matrix = nil
      throw error
    }
    guard let matrix, matrix.rows > 0 else { return nil }
    // Another process may have rebuilt the index with another encoder since it was opened.
    if let requested = encoder?.space, !matrix.space.isSame(as: requested) {
      throw SearchIndexError.differentSpace(stored: matrix.space, requested: requested)
    }
    guard vector.dimensions == matrix.dimensions else {
      throw SearchIndexError.wrongDimensions(expected: matrix.dimensions, found: vector.dimensions)
    }
    return matrix
  }
}

extension VectorMatrix {
  /// Reads what has changed since the matrix was read, or everything, in place.
  static func update(_ matrix: inout VectorMatrix?, from db: Database) throws {
    let epoch = try number("epoch", db)
    let generation = try number("generation", db)
    if let matrix, matrix.epoch == epoch, matrix.generation == generation { return }
    if matrix?.epoch != epoch {
      matrix = try EmbeddingSpace.stored(in: db).map {
        VectorMatrix(epoch: epoch, generation: -1, space: $0, elements: [], chunks: [])
      }
    }
    let changed = try Int.fetchAll(
      db, sql: "SELECT block FROM block_changes WHERE generation > ? ORDER BY block", arguments: [matrix?.generation])
    let blocks = try Int.fetchOne(db, sql: "SELECT count(*) FROM vector_blocks") ?? 0
    try matrix?.read(changed, of: blocks, from: db)
    matrix?.generation = generation
  }

  private static func number(_ key: String, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?")
    return try Int64.fetchOne(statement, arguments: [key]) ?? 0
  }

  /// Reads some of the blocks, of which there are `count`.
  private mutating func read(_ blocks: [Int], of count: Int, from db: Database) throws {
    let perBlock = IndexSchema.vectorsPerBlock
    if let last = blocks.last, last >= count || rows == 0 && blocks.count < count {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block of vectors is missing")
    }
    let added = count * perBlock - rows
    let dimensions = dimensions
    if rows == 0 {
      elements = try [Float](unsafeUninitializedCapacity: added * dimensions) { elements, initialized in
        elements.adviseHugePages()
        try VectorBlocks.readBlocks(
          blocks, dimensions: dimensions, from: db, into: UnsafeMutableRawBufferPointer(elements))
        initialized = added * dimensions
      }
    } else {
      if added > 0 { elements.append(contentsOf: repeatElement(0, count: added * dimensions)) }
      try elements.withUnsafeMutableBytes {
        try VectorBlocks.readBlocks(blocks, dimensions: dimensions, from: db, into: $0)
      }
    }
    if added > 0 { chunks.append(contentsOf: repeatElement(0, count: added)) }
    try chunks.withUnsafeMutableBufferPointer { chunks in
      for block in blocks { for slot in block * perBlock..<(block + 1) * perBlock { chunks[slot] = 0 } }
      for run in blocks.runs() {
        try VectorBlocks.readChunks(inSlots: run.lowerBound * perBlock..<run.upperBound * perBlock, from: db) {
          slot, chunk in
          if chunks.indices.contains(slot) { chunks[slot] = chunk }
        }
      }
    }
  }
}

extension UnsafeMutableBufferPointer {
  /// Asks the kernel for pages of 2 MiB.
  ///
  /// Reading 100,000 vectors into fresh memory takes 30 ms instead of 110: most of it were faults of 4 KiB pages.
  fileprivate func adviseHugePages() {
    #if os(Linux)
      let page: UInt = 2 << 20
      let start = (UInt(bitPattern: baseAddress) + page - 1) & ~(page - 1)
      let end = (UInt(bitPattern: baseAddress) + UInt(count * MemoryLayout<Element>.stride)) & ~(page - 1)
      guard end > start else { return }
      madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
    #endif
  }
}

extension [Int] {
  /// Sorted numbers as ranges of neighbours: 1, 2, 3, 7 become 1..<4, 7..<8.
  fileprivate func runs() -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }
}
