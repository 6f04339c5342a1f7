public import Embedding
public import Postgres
public import VectorStore

extension SearchIndex {
  /// Opens the index in a PostgreSQL database with pgvector, or creates it there.
  ///
  ///     let address = try PostgresAddress("postgres://ann@notes.example/notes")
  ///     let notes = try await SearchIndex.open(at: address, encoder: encoder)
  ///
  /// Everything that works with an index in a file works with it, and gives the same answers: see `PostgresStore`.
  ///
  /// - Parameters:
  ///   - address: The database, which has one index.
  ///   - encoder: The encoder of the index's vectors; without one, search is by words alone.
  ///   - access: Whether the index may be changed.
  ///   - isExact: Whether vectors are always compared exactly. By default an index of many chunks is searched through
  ///     an HNSW index.
  /// - Throws: `SearchIndexError` if there is no index to read, or it is of a newer version or another encoder;
  ///   `PostgresError` if the database cannot be opened.
  public static func open(
    at address: PostgresAddress, encoder: (any TextEncoder)? = nil, access: Access = .readWrite, isExact: Bool = false
  ) async throws -> SearchIndex {
    SearchIndex(in: try await PostgresStore.open(at: address, encoder: encoder, access: access, isExact: isExact))
  }
}
