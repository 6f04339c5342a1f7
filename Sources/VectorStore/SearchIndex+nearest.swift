package import CKernels
import Dispatch
public import Embedding
import GRDB
import GRDBSQLite

/// Where searches run: beside the index's own thread, so that they overlap, and off Swift's cooperative threads.
private let searches = DispatchQueue(label: "rag.search", attributes: .concurrent)

extension SearchIndex {
  /// Slots that are scanned on the index's own thread: in about a millisecond, and to wake another takes a third of it.
  private static let slotsScannedHere = 131_072

  /// The `limit` chunks nearest to `vector` in the documents that pass `filter`, by exact cosine; ties by path, then
  /// first line.
  ///
  /// Cost: one pass over the codes of all vectors (384 coordinates: 392 bytes each), at the speed of memory, and the
  /// vectors of the few that may be among the nearest. The first search reads the codes from the file, the second keeps
  /// them in memory. With a filter, codes are read only where a chunk passes; to find those costs 0.15 s for a million
  /// chunks that pass, and nothing without one.
  ///
  /// Throws `SearchIndexError.wrongDimensions` for a vector of another space than the index's.
  public func nearest(
    to vector: UnitVector, limit: Int, where filter: SearchFilter = SearchFilter()
  ) async throws -> [VectorMatch] {
    try await nearest(to: [vector], limit: limit, where: filter).first ?? []
  }

  /// The `limit` chunks nearest to each of the vectors in the documents that pass `filter`, as one pass over the codes
  /// of all.
  public func nearest(
    to vectors: [UnitVector], limit: Int, where filter: SearchFilter = SearchFilter()
  ) async throws -> [[VectorMatch]] {
    try await nearest(to: vectors, limit: limit, where: filter, with: codes_best_instructions())
  }

  /// The same with instructions that this processor has; all find the same.
  package func nearest(
    to vectors: [UnitVector], limit: Int, where filter: SearchFilter = SearchFilter(),
    with instructions: codes_instructions
  ) async throws -> [[VectorMatch]] {
    guard limit > 0, !vectors.isEmpty else { return vectors.map { _ in [] } }
    if let matches = try matchesHere(for: vectors, limit: limit, where: filter, with: instructions) {
      return try matches.map { try nearest(limit, of: $0) }
    }
    while true {
      let current = try run { database in
        try database.read { db in
          try currentCodes(for: vectors, in: db).map { ($0, try filter.wanted(ofSlots: $0.slots, in: db)) }
        }
      }
      guard let (codes, wanted) = current else { return vectors.map { _ in [] } }
      let candidates = await withCheckedContinuation { continuation in
        searches.async {
          continuation.resume(
            returning: codes.candidates(for: vectors, limit: limit, wanted: wanted, instructions: instructions))
        }
      }
      // What another process has changed meanwhile may have moved them, or what passes the filter.
      guard let matches = try self.matches(among: candidates, for: vectors, asOf: codes) else { continue }
      return try matches.map { try nearest(limit, of: $0) }
    }
  }

  /// The true cosine of each of the chunks to `vector`; chunks that are gone are left out.
  package func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float] {
    try run { database in
      try database.read { db in
        guard let space = try EmbeddingSpace.stored(in: db) else { return [:] }
        try check([vector], in: space)
        var cosines: [Int64: Float] = [:]
        try StoredVectors.forEach(ofChunks: ids, dimensions: space.dimensions, in: db) { chunk, elements in
          cosines[chunk] = vector.cosine(to: elements)
        }
        return cosines
      }
    }
  }

  /// The codes as they are now; `nil` while there are none.
  private func currentCodes(for vectors: [UnitVector], in db: Database) throws -> VectorCodes? {
    do {
      try VectorCodes.update(&codes, from: db)
    } catch {
      // They may have been read in part.
      codes = nil
      throw error
    }
    guard let codes, codes.slots > 0 else { return nil }
    try check(vectors, in: codes.space)
    return codes
  }

  /// What is found on the index's own thread, in one transaction; `nil` where other searches would wait too long.
  ///
  /// The first search may be the only one: it reads the codes as it scans them, and does not keep them.
  private func matchesHere(
    for vectors: [UnitVector], limit: Int, where filter: SearchFilter, with instructions: codes_instructions
  ) throws -> [[VectorMatch]]? {
    try run { database in
      try database.read { db in
        let candidates: [[Int]]
        let space: EmbeddingSpace
        if hasSearched {
          guard let codes = try currentCodes(for: vectors, in: db) else { return vectors.map { _ in [] } }
          guard codes.slots * vectors.count <= Self.slotsScannedHere else { return nil }
          let wanted = try filter.wanted(ofSlots: codes.slots, in: db)
          space = codes.space
          candidates = codes.candidates(for: vectors, limit: limit, wanted: wanted, instructions: instructions)
        } else {
          guard let stored = try EmbeddingSpace.stored(in: db) else { return vectors.map { _ in [] } }
          try check(vectors, in: stored)
          hasSearched = true
          space = stored
          let wanted = try filter.wanted(ofSlots: CodeBlocks.count(db) * IndexSchema.vectorsPerBlock, in: db)
          candidates = try VectorCodes.candidates(
            for: vectors, limit: limit, wanted: wanted, instructions: instructions, space, in: db)
        }
        return try SearchIndex.matches(among: candidates, for: vectors, space, in: db)
      }
    }
  }

  /// Another process may have rebuilt the index with another encoder since it was opened.
  private func check(_ vectors: [UnitVector], in space: EmbeddingSpace) throws {
    if let requested = encoder?.space, !space.isSame(as: requested) {
      throw SearchIndexError.differentSpace(stored: space, requested: requested)
    }
    for vector in vectors where vector.dimensions != space.dimensions {
      throw SearchIndexError.wrongDimensions(expected: space.dimensions, found: vector.dimensions)
    }
  }

  /// The chunks in some slots with their true cosines, for each query; `nil` where the index has changed since `codes`.
  private func matches(
    among candidates: [[Int]], for vectors: [UnitVector], asOf codes: VectorCodes
  ) throws -> [[VectorMatch]]? {
    try run { database in
      try database.read { db in
        guard try codes.isCurrent(in: db) else { return nil }
        return try SearchIndex.matches(among: candidates, for: vectors, codes.space, in: db)
      }
    }
  }

  private static func matches(
    among candidates: [[Int]], for vectors: [UnitVector], _ space: EmbeddingSpace, in db: Database
  ) throws -> [[VectorMatch]] {
    try zip(vectors, candidates).map { vector, slots in
      var matches: [VectorMatch] = []
      try StoredVectors.forEach(
        where: "slot IN (SELECT value FROM json_each(?))", [IndexRow.list(ofNumbers: slots).databaseValue],
        dimensions: space.dimensions, in: db
      ) { chunk, _, elements in
        guard let cosine = vector.cosine(to: elements) else { return }
        matches.append(VectorMatch(chunk: chunk, cosine: cosine))
      }
      return matches
    }
  }

  /// The first `limit` of matches, by cosine and then in the order of the notes.
  private func nearest(_ limit: Int, of matches: [VectorMatch]) throws -> [VectorMatch] {
    var matches = matches.sorted { $0.cosine > $1.cosine }
    if matches.count > limit {
      let worst = matches[limit - 1].cosine
      matches = Array(matches.prefix { $0.cosine >= worst })
    }
    return Array(try inOrder(matches).prefix(limit))
  }

  /// Puts matches of equal cosine in the order of the notes.
  private func inOrder(_ matches: [VectorMatch]) throws -> [VectorMatch] {
    var tied: Set<Int64> = []
    for (match, next) in zip(matches, matches.dropFirst()) where match.cosine == next.cosine {
      tied.formUnion([match.chunk, next.chunk])
    }
    guard !tied.isEmpty else { return matches }
    let places = try self.places(ofChunks: Array(tied))
    return matches.sorted { left, right in
      guard left.cosine == right.cosine else { return left.cosine > right.cosine }
      guard let leftPlace = places[left.chunk], let rightPlace = places[right.chunk] else {
        return places[left.chunk] != nil
      }
      return leftPlace < rightPlace
    }
  }

  /// Where chunks stand in the notes.
  func places(ofChunks ids: [Int64]) throws -> [Int64: ChunkPlace] {
    let sql = """
      SELECT chunks.id, documents.path, folders.path, first_line, first_byte, ordinal
      FROM chunks JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
      WHERE chunks.id IN (SELECT value FROM json_each(?))
      """
    return try run { database in
      try database.read { db in
        var places: [Int64: ChunkPlace] = [:]
        try forEachRow(of: sql, arguments: [IndexRow.list(ofNumbers: ids).databaseValue], in: db) { row in
          func text(_ column: Int32) -> String { sqlite3_column_text(row, column).map { String(cString: $0) } ?? "" }
          func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(row, column)) }
          places[sqlite3_column_int64(row, 0)] = ChunkPlace(
            path: text(1), folder: text(2), line: number(3), byte: number(4), ordinal: number(5))
        }
        return places
      }
    }
  }
}
