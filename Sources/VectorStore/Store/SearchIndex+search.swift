public import Embedding

extension SearchIndex: VectorSearch, KeywordSearch {
  /// Returns the `limit` chunks nearest to `vector` among those that pass `filter`, by exact cosine; ties by path, then
  /// first line.
  ///
  /// Cost in a file: one pass over the upper bits of all codes (296 bytes per vector of 384 dimensions) at memory
  /// bandwidth, and the vectors of the few candidates. The first search reads the codes from the file, the second keeps
  /// them in memory. With a filter, only groups of sixteen codes with a chunk that passes are scanned; finding those
  /// chunks takes 0.15 s per million.
  ///
  /// Throws `SearchIndexError.wrongDimensions` if the vector's number of dimensions differs from the index's.
  public func nearest(
    to vector: UnitVector, limit: Int, where filter: SearchFilter = SearchFilter()
  ) async throws -> [VectorMatch] {
    try await nearest(to: [vector], limit: limit, where: filter).first ?? []
  }

  /// Returns the `limit` chunks nearest to each vector among those that pass `filter`, in one pass over all codes.
  public func nearest(
    to vectors: [UnitVector], limit: Int, where filter: SearchFilter = SearchFilter()
  ) async throws -> [[VectorMatch]] {
    try await storage.nearest(to: vectors, limit: limit, where: filter)
  }

  /// Returns the nearest chunks, with at most `perDocument` of a document as long as there are others; in no order.
  package func nearest(
    to vector: UnitVector, limit: Int, perDocument: Int, where filter: SearchFilter
  ) async throws -> [VectorMatch] {
    var list = SpreadList<VectorMatch>(limit: limit, share: perDocument)
    var filter = filter
    while true {
      let found = try await nearest(to: vector, limit: list.wanted, where: filter)
      let documents = try await documents(ofChunks: found.map(\.chunk))
      guard list.take(found, of: found.map { documents[$0.chunk] ?? 0 }) else { return list.matches }
      filter.leftOut = list.full
    }
  }

  package func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float] {
    try await storage.cosines(to: vector, ofChunks: ids)
  }

  package func cosineScale() async throws -> CosineScale { try await storage.cosineScale() }

  package func vectors(forDigests digests: [String], keptAlone: Bool = false) async throws -> [String: UnitVector] {
    try await storage.vectors(forDigests: digests, keptAlone: keptAlone)
  }

  /// The maximum number of words of a query that are searched: each costs a pass over the chunks that contain it.
  package static var maximumQueryTerms: Int { 256 }

  package func keywordMatches(
    _ query: String, limit: Int, where filter: SearchFilter = SearchFilter()
  ) async throws -> [KeywordMatch] {
    try await storage.keywordMatches(query, limit: limit, where: filter)
  }

  package func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch] {
    try await storage.keywordMatches(query, limit: limit, perDocument: perDocument, where: filter)
  }

  package func stems(of text: String) async throws -> [String] { try await stems(of: [text])[0] }

  package func stems(of texts: [String]) async throws -> [[String]] { try await storage.stems(of: texts) }

  package func documentFrequencies(of stems: [String]) async throws -> [String: Int] {
    try await storage.documentFrequencies(of: stems)
  }

  package func holders(
    of words: [String], where filter: SearchFilter = SearchFilter()
  ) async throws -> (documents: [Int64: Document], holders: [Set<Int64>]) {
    try await storage.holders(of: words, where: filter)
  }
}
