import CKernels
import Embedding
import GRDB

extension VectorCodes {
  /// Returns, for each query, the slots that may be among the `limit` nearest to it, by descending limit.
  ///
  /// - Parameter wanted: A bit mask of the slots, 16 per element; `nil` for all slots.
  func candidates(
    for queries: [UnitVector], limit: Int, wanted: [UInt16]? = nil,
    instructions: codes_instructions = codes_best_instructions()
  ) -> [[CodeScan.Candidate]] {
    let limit = min(limit, slots)
    guard limit > 0 else { return queries.map { _ in [] } }
    let scan = CodeScan(queries, limit: limit, instructions)
    var first = 0
    for segment in segments {
      scan.scan(segment, first: first, wanted: wanted)
      first += segment.slots
    }
    return scan.candidates
  }

  /// The number of blocks read at a time, so that they are still in the L2 cache when scanned.
  private static let blocksAtATime = 4

  /// Returns the same, without keeping the codes that it reads.
  ///
  /// For one search, this is several times faster than filling memory first, which spends most of its time on page
  /// faults.
  static func candidates(
    for queries: [UnitVector], limit: Int, wanted: [UInt16]?, instructions: codes_instructions, _ space: EmbeddingSpace,
    in db: Database
  ) throws -> [[CodeScan.Candidate]] {
    let perBlock = IndexSchema.vectorsPerBlock
    let count = try CodeBlocks.count(db)
    guard count > 0, limit > 0 else { return queries.map { _ in [] } }
    let layout = CodeLayout(dimensions: space.dimensions)
    var segment = CodeSegment(blocks: min(count, blocksAtATime), layout: layout)
    let scan = CodeScan(queries, limit: min(limit, count * perBlock), instructions)
    var blocks = try CodeBlocks(db, block: 0, layout: layout, writable: false)
    defer { blocks.close() }
    for first in stride(from: 0, to: count, by: blocksAtATime) {
      if count - first < segment.blocks { segment = CodeSegment(blocks: count - first, layout: layout) }
      for block in 0..<segment.blocks {
        try blocks.move(to: Int64(first + block))
        try segment.read(block, from: blocks)
      }
      scan.scan(segment, first: first * perBlock, wanted: wanted)
    }
    return scan.candidates
  }
}
