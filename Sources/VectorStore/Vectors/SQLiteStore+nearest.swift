package import CKernels
package import Embedding
import GRDB
import HeapModule

extension SQLiteStore {
  /// The maximum number of slots scanned in the transaction that reads the results, in about a millisecond.
  private static let slotsScannedAtOnce = 131_072

  package nonisolated func nearest(
    to vectors: [UnitVector], limit: Int, where filter: SearchFilter
  ) async throws -> [[VectorMatch]] {
    try await nearest(to: vectors, limit: limit, where: filter, with: codes_best_instructions())
  }

  /// Returns the nearest chunks, using instructions that this processor supports; the results do not depend on them.
  package nonisolated func nearest(
    to vectors: [UnitVector], limit: Int, where filter: SearchFilter,
    with instructions: codes_instructions
  ) async throws -> [[VectorMatch]] {
    guard limit > 0, !vectors.isEmpty else { return vectors.map { _ in [] } }
    while true {
      let step = try await read { db, memory in
        try search(for: vectors, limit: limit, where: filter, with: instructions, &memory, db)
      }
      let codes: VectorCodes
      let wanted: [UInt16]?
      switch step {
      case .found(let matches): return matches
      case .scan(let current, let bits): (codes, wanted) = (current, bits)
      }
      let candidates = codes.candidates(for: vectors, limit: limit, wanted: wanted, instructions: instructions)
      let found = try await read { db, _ -> [[VectorMatch]]? in
        // Another process may meanwhile have moved the candidates, or changed what passes the filter.
        guard try codes.isCurrent(in: db) else { return nil }
        return try SQLiteStore.nearest(limit, among: candidates, for: vectors, codes.space, in: db)
      }
      if let found { return found }
    }
  }

  /// Returns the exact cosine of each chunk to `vector`, omitting chunks that no longer exist.
  package nonisolated func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float] {
    try await read { db, _ in
      guard let space = try EmbeddingSpace.stored(in: db) else { return [:] }
      try check([vector], in: space)
      var cosines: [Int64: Float] = [:]
      try StoredVectors.forEach(chunk: ids, dimensions: space.dimensions, in: db) { chunk, elements in
        cosines[chunk] = vector.cosine(to: elements)
      }
      return cosines
    }
  }

  /// The result of a transaction.
  private enum Step {
    case found([[VectorMatch]])
    /// A scan that takes too long for other searches to wait for it.
    case scan(VectorCodes, wanted: [UInt16]?)
  }

  /// Searches, or returns the scan to run.
  ///
  /// The first search may be the only one, so it reads the codes while scanning and does not keep them.
  private nonisolated func search(
    for vectors: [UnitVector], limit: Int, where filter: SearchFilter, with instructions: codes_instructions,
    _ memory: inout SearchMemory, _ db: Database
  ) throws -> Step {
    let nothing = Step.found(vectors.map { _ in [] })
    let candidates: [[CodeScan.Candidate]]
    let space: EmbeddingSpace
    if memory.hasSearched {
      guard let codes = try SQLiteStore.currentCodes(&memory, in: db) else { return nothing }
      space = codes.space
      try check(vectors, in: space)
      let wanted = try filter.wanted(ofSlots: codes.slots, in: db)
      guard codes.slots * vectors.count <= Self.slotsScannedAtOnce else { return .scan(codes, wanted: wanted) }
      candidates = codes.candidates(for: vectors, limit: limit, wanted: wanted, instructions: instructions)
    } else {
      guard let stored = try EmbeddingSpace.stored(in: db) else { return nothing }
      space = stored
      try check(vectors, in: space)
      memory.hasSearched = true
      let wanted = try filter.wanted(ofSlots: CodeBlocks.count(db) * IndexSchema.vectorsPerBlock, in: db)
      candidates = try VectorCodes.candidates(
        for: vectors, limit: limit, wanted: wanted, instructions: instructions, space, in: db)
    }
    return .found(try SQLiteStore.nearest(limit, among: candidates, for: vectors, space, in: db))
  }

  /// Returns the current codes; `nil` if there are none.
  private static func currentCodes(_ memory: inout SearchMemory, in db: Database) throws -> VectorCodes? {
    do {
      try VectorCodes.update(&memory.codes, from: db)
    } catch {
      // They may have been only partly read.
      memory.codes = nil
      throw error
    }
    return memory.codes.flatMap { $0.slots > 0 ? $0 : nil }
  }

  /// Throws if the vectors do not fit the index: another process may have rebuilt it with another encoder.
  private nonisolated func check(_ vectors: [UnitVector], in space: EmbeddingSpace) throws {
    if let requested = encoder?.space, !space.isSame(as: requested) {
      throw SearchIndexError.differentSpace(stored: space, requested: requested)
    }
    for vector in vectors where vector.dimensions != space.dimensions {
      throw SearchIndexError.wrongDimensions(expected: space.dimensions, found: vector.dimensions)
    }
  }

  /// Returns the nearest of each query's candidates, by exact cosine and then in the order of the notes.
  private static func nearest(
    _ limit: Int, among candidates: [[CodeScan.Candidate]], for vectors: [UnitVector], _ space: EmbeddingSpace,
    in db: Database
  ) throws -> [[VectorMatch]] {
    try zip(vectors, candidates).map { vector, candidates in
      var matches: [VectorMatch] = []
      var best = Heap<Float>()
      var next = candidates.dropFirst()
      try StoredVectors.forEach(
        slot: candidates.lazy.map { Int64($0.slot) }, dimensions: space.dimensions, in: db
      ) { chunk, elements in
        if let cosine = vector.cosine(to: elements) {
          matches.append(VectorMatch(chunk: chunk, cosine: cosine))
          best.insert(cosine, keeping: limit)
        }
        guard let following = next.popFirst() else { return false }
        // Limits descend: stop if no later candidate can be as near as the last of the nearest.
        guard matches.count >= limit, let worst = best.min else { return true }
        return following.limit >= worst
      }
      if let worst = best.min, matches.count > limit { matches.removeAll { $0.cosine < worst } }
      return Array(try ranked(matches, in: db) { ($0.chunk, $0.cosine) }.prefix(limit))
    }
  }
}
