import Dispatch
package import Embedding
import GRDB

/// Where searches run: beside the index's own thread, so that they overlap, and off Swift's cooperative threads.
private let searches = DispatchQueue(label: "rag.search", attributes: .concurrent)

/// Searches run beside one another: threads of BLAS in each of them would only wait for a core.
private let oneThreadEach: Void = BLASKernel.useOneThread()

extension SearchIndex {
  /// The `limit` chunks nearest to `vector`, by exact cosine; ties by path, then first line.
  ///
  /// Cost: one pass over all vectors (384 coordinates: 1.5 KB each), at the speed of memory.
  package func nearest(to vector: UnitVector, limit: Int) async throws -> [VectorMatch] {
    guard limit > 0, let matrix = try currentMatrix(for: vector) else { return [] }
    oneThreadEach
    let matches = await withCheckedContinuation { continuation in
      searches.async { continuation.resume(returning: matrix.nearest(to: vector, limit: limit)) }
    }
    return Array(try inOrder(matches).prefix(limit))
  }

  /// The true cosine of each of the chunks to `vector`; chunks that are gone are left out.
  package func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float] {
    guard let matrix = try currentMatrix(for: vector) else { return [:] }
    let slots = try run { database in
      try database.read { db in
        try Row.fetchAll(
          db, sql: "SELECT id, slot FROM chunks WHERE id IN (SELECT value FROM json_each(?))",
          arguments: [IndexRow.list(ids)])
      }
    }
    var cosines: [Int64: Float] = [:]
    for row in slots {
      let (id, slot): (Int64, Int) = (try row.value(0), try row.value(1))
      // A commit of another process between the two reads may have moved it.
      guard matrix.chunks.indices.contains(slot), matrix.chunks[slot] == id else { continue }
      cosines[id] = matrix.cosine(ofRow: slot, to: vector)
    }
    return cosines
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
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [IndexRow.list(ids)])
        while let row = try rows.next() {
          places[try row.value(0)] = ChunkPlace(
            path: try row.value(1), folder: try row.value(2), line: try row.value(3), byte: try row.value(4),
            ordinal: try row.value(5))
        }
        return places
      }
    }
  }
}
