package import Embedding
import Postgres
import Synchronization
package import VectorStore

extension PostgresStore {
  package func nearest(
    to vectors: [UnitVector], limit: Int, where filter: SearchFilter
  ) async throws -> [[VectorMatch]] {
    guard limit > 0, !vectors.isEmpty else { return vectors.map { _ in [] } }
    if scope == nil, filter == SearchFilter(),
      let found = try await reporting({ try await nearestAtOnce(to: vectors, limit) })
    {
      return found
    }
    return try await read { [self] connection in
      guard let space = try await Self.storedSpace(in: connection) else { return vectors.map { _ in [] } }
      try check(vectors, in: space)
      let condition = try await condition(of: filter, in: connection)
      // Known to the planner, which cannot tell how many folders the policies let pass.
      let folders: SQLText = "vectors.folder = ANY(\(.ids(try await Self.folders(in: connection))))"
      let seen = isExact ? nil : try await vectorIndex(in: connection, space, folders)
      indexed.withLock { indexed in
        let isIterative = indexed?.revision == seen?.revision && indexed?.isIterative == true
        indexed = seen
        indexed?.isIterative = isIterative
      }
      var found: [[VectorMatch]] = []
      for vector in vectors {
        let matches: [VectorMatch]
        if let index = seen?.index,
          let near = try await index.nearest(limit, to: vector, where: condition, in: connection)
        {
          matches = near
        } else {
          matches = try await exactlyNearest(limit, to: vector, in: folders, where: condition, connection)
        }
        found.append(Array(try await ranked(matches, in: connection) { ($0.chunk, $0.cosine) }.prefix(limit)))
      }
      return found
    }
  }

  /// Searches the index that was seen last, in one round trip. `nil` if there was none, if the index or what the role
  /// sees of it has changed, or if more candidates are needed.
  private func nearestAtOnce(to vectors: [UnitVector], _ limit: Int) async throws -> [[VectorMatch]]? {
    guard let seen = indexed.withLock(\.self), vectors.allSatisfy({ $0.dimensions == seen.index.dimensions }) else {
      return nil
    }
    let count = NearCandidates.count(for: limit)
    do {
      return try await pool.withConnection { connection -> [[VectorMatch]]? in
        let connection = ReadingConnection(connection)
        let results = try await connection.pipeline(
          [Self.current, seen.index.setting(for: count, isIterative: seen.isIterative)]
            + vectors.map { seen.index.scan(limit, for: count, to: $0) })
        guard let current = results[0].first, let space = try Self.space(in: results[0]),
          space.dimensions == seen.index.dimensions, try current.read(1) > 0,
          try current.read(2) == seen.revision
        else { return nil }
        try check(vectors, in: space)
        var found: [[VectorMatch]] = []
        for (vector, rows) in zip(vectors, results.dropFirst(2)) {
          guard rows.count == VectorIndex.wanted(for: count) else {
            indexed.withLock { if $0?.revision == seen.revision { $0?.isIterative = true } }
            return nil
          }
          guard
            let matches = try await NearCandidates.nearest(limit, to: vector, of: rows, wanted: count, connection)
          else { return nil }
          found.append(Array(try await ranked(matches, in: connection) { ($0.chunk, $0.cosine) }.prefix(limit)))
        }
        return found
      }
    } catch let error as PostgresError where error.kind == .conflict {
      // As on a standby: once more, as a transaction.
      return nil
    }
  }

  /// A statement for the space of the vectors, `VectorIndex.searchedIfReady`, and the revision.
  private static let current: PostgresStatement = {
    let sql: SQLText = """
      SELECT (SELECT value FROM rag.meta WHERE key = 'space'), (\(VectorIndex.searchedIfReady)), (\(revision))
      """
    return sql.statement
  }()

  /// Compares all vectors that pass, and returns the nearest and all that tie with the last, in no order.
  private func exactlyNearest(
    _ limit: Int, to vector: UnitVector, in folders: SQLText, where condition: SQLText?,
    _ connection: ReadingConnection
  ) async throws -> [VectorMatch] {
    let passing: SQLText =
      condition.map {
        "AND vectors.chunk IN (SELECT chunks.id FROM \(verbatim: DocumentRows.chunksJoined) WHERE \($0))"
      } ?? ""
    return try await NearCandidates.nearest(limit, to: vector, in: connection) { count in
      try await connection.query(
        NearCandidates.statement(
          limit,
          of: """
            SELECT chunk, vector, vector <#> \(.vector(vector.elements))::vector AS distance FROM rag.vectors
            WHERE \(folders) \(passing) ORDER BY distance LIMIT \(.int(count))
            """))
    }
  }

  /// Returns the ids of the folders that the role sees.
  private static func folders(in connection: ReadingConnection) async throws -> [Int64] {
    try await connection.query("SELECT id FROM rag.folders").map { try DocumentRows.id($0, 0) }
  }

  /// Returns the index of vectors, if there is one, and the role sees enough of them: it may see few of all, which a
  /// search through the index would not come upon.
  private func vectorIndex(
    in connection: ReadingConnection, _ space: EmbeddingSpace, _ folders: SQLText
  ) async throws -> SeenIndex? {
    guard let index = try await VectorIndex.ready(in: connection, dimensions: space.dimensions) else { return nil }
    let revision: String = try await connection.query(Self.revision.statement).first?.read(0) ?? ""
    let seen = SeenIndex(index: index, revision: revision)
    if let count = visibleChunks[revision] { return count > fewChunks ? seen : nil }
    let sql: SQLText = """
      SELECT count(*) FROM (SELECT FROM rag.vectors WHERE \(folders) LIMIT \(.int(fewChunks + 1))) AS counted
      """
    let count: Int = try await connection.query(sql.statement).first?.read(0) ?? 0
    visibleChunks[revision] = count
    return count > fewChunks ? seen : nil
  }

  /// The most chunks that a role may see for which they are all compared.
  private var fewChunks: Int { min(VectorIndex.mostCompared, indexedFrom - 1) }

  package func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float] {
    let sql: SQLText = "SELECT chunk, vector FROM rag.vectors WHERE chunk = ANY(\(.ids(ids)))"
    let results = try await results([Self.storedSpace, sql.statement])
    guard let space = try Self.space(in: results[0]) else { return [:] }
    try check([vector], in: space)
    return try results[1].reduce(into: [:]) { cosines, row in
      guard let match = try NearCandidates.match(row, to: vector) else { return }
      cosines[match.chunk] = match.cosine
    }
  }

  package func cosineScale() async throws -> CosineScale {
    guard let encoder else { return .reference }
    if let known = encoder.cosineScale { return known }
    let revision = try await revision()
    if let kept = scale[revision] { return kept }
    // Chunks from across the index, as many as a SQLite index takes. The keyword index knows all chunks; the database
    // would read all vectors to number them.
    let chunks = try await readAtOnce { [self] connection in
      try await words(in: connection).segments(in: connection).allChunks.sorted()
    }
    let step = max(1, chunks.count / Self.sampledChunks)
    let sample = stride(from: 0, to: chunks.count, by: step).prefix(Self.sampledChunks).map { chunks[$0] }
    let vectors: [[Float]] = try await rows(
      "SELECT vector FROM rag.vectors WHERE chunk = ANY(\(.ids(sample))) ORDER BY chunk"
    ).map { try $0.read(0) }
    var cosines: [Double] = []
    for (index, one) in vectors.enumerated() {
      for other in vectors[..<index] {
        cosines.append(Double(zip(one, other).reduce(Float.zero) { $0 + $1.0 * $1.1 }))
      }
    }
    let fitted = CosineScale(of: cosines) ?? .reference
    scale[revision] = fitted
    return fitted
  }

  /// The number of chunks whose pairs are measured: 8,128 pairs.
  private static let sampledChunks = 128

  package func vectors(forDigests digests: [String], keptAlone: Bool) async throws -> [String: UnitVector] {
    guard !digests.isEmpty else { return [:] }
    return try await read { [self] connection in
      guard let space = try await Self.storedSpace(in: connection) else { return [:] }
      if let requested = encoder?.space, !requested.isSame(as: space) { return [:] }
      return try await KnownVectors.vectors(
        forDigests: digests, keptAlone: keptAlone, dimensions: space.dimensions, in: connection)
    }
  }

  /// Returns matches sorted by descending score, those of equal score in the order of the notes.
  func ranked<Match, Score: Comparable>(
    _ matches: [Match], in connection: ReadingConnection, by key: (Match) -> (chunk: Int64, score: Score)
  ) async throws -> [Match] {
    let (sorted, tied) = MatchOrder.byScore(matches, key)
    guard !tied.isEmpty else { return sorted }
    let sql = Self.places(ofChunks: tied.sorted())
    let places = try await connection.query(sql.statement).reduce(into: [:]) { places, row in
      places[try DocumentRows.id(row, 0)] = try Self.place(row)
    }
    return MatchOrder.byPlace(sorted, places, key)
  }
}
