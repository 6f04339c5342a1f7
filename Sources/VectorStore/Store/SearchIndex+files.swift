public import Embedding

extension SearchIndex {
  /// Whether an index has vectors from another encoder than that of `space`.
  ///
  /// Throws a `SearchIndexError` if the file is damaged or not an index.
  package static func isInAnotherSpace(than space: EmbeddingSpace, indexAt path: String) throws -> Bool {
    (try SQLiteStore.read(indexAt: path) { try SQLiteStore.spaceOfChunks(in: $0) } ?? nil)?.isSame(as: space) == false
  }

  /// Returns the space of an index's vectors; `nil` if there is no index, or it has no vectors.
  ///
  /// Throws a `SearchIndexError` if the file is damaged or not an index.
  public static func space(ofIndexAt path: String) throws -> EmbeddingSpace? {
    try SQLiteStore.read(indexAt: path) { try EmbeddingSpace.stored(in: $0) } ?? nil
  }

  /// Returns the folders of an index, sorted; empty if there is no index.
  ///
  /// Throws a `SearchIndexError` if the file is damaged or not an index.
  package static func folders(ofIndexAt path: String) throws -> [String] {
    try SQLiteStore.read(indexAt: path) { try SQLiteStore.folders(in: $0) } ?? []
  }
}
