public import Embedding

/// Documents, chunks and vectors in one SQLite file, with exact cosine search and keyword search over them.
///
/// SEAM: the signatures below are what the other modules call; bodies are to be written.
public actor SearchIndex {
  public nonisolated let path: String
  public nonisolated let encoder: (any TextEncoder)?

  public init(at path: String, encoder: (any TextEncoder)? = nil) throws {
    self.path = path
    self.encoder = encoder
  }

  // MARK: reading

  public func status() throws -> IndexStatus { IndexStatus(folders: [], documents: 0, chunks: 0, bytes: 0, space: nil) }
  /// The folders that the index holds, sorted.
  package func folders() throws -> [String] { [] }
  /// Documents of a folder, by path.
  package func documents(in folder: String) throws -> [Document] { [] }
  /// Known vectors by digest of the encoded text: such a text need not be encoded again.
  package func vectors(forDigests digests: [String]) throws -> [String: UnitVector] { [:] }
  package func chunks(withIDs ids: [Int64]) throws -> [StoredChunk] { [] }
  /// All chunks of a document, in order.
  package func chunks(ofDocument path: String, in folder: String) throws -> [StoredChunk] { [] }

  // MARK: searching

  /// The `limit` chunks nearest to `vector`; ties by path, then first line.
  package func nearest(to vector: UnitVector, limit: Int) async throws -> [VectorMatch] { [] }
  /// The best chunks by keyword, top `limit` of each of the two keyword indexes.
  package func keywordMatches(_ query: String, limit: Int) throws -> [KeywordMatch] { [] }
  /// The true cosine of each of the chunks to `vector`.
  package func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float] { [:] }
  /// How many of all chunks hold each word, in stemmed form: what an inverse document frequency is made of.
  package func documentFrequencies(of stems: [String]) throws -> [String: Int] { [:] }

  // MARK: writing

  /// Takes the index for writing; throws `SearchIndexError.busy` naming the process that has it.
  package func beginWriting() throws {}
  package func endWriting() {}
  /// Applies all changes, or none.
  package func apply(_ changes: [IndexChange]) throws {}
  /// Notes when a folder was last read through, and that it belongs to the index, even while empty.
  package func noteFolder(_ folder: String, indexedAt seconds: Int64) throws {}
  /// Removes a folder with all its documents; the number of documents removed.
  @discardableResult public func removeFolder(_ folder: String) throws -> Int { 0 }
  /// Folds the write-ahead log into the file, so that the index is one file again.
  public func close() throws {}
}

public struct IndexStatus: Sendable, Hashable, Codable {
  public struct Folder: Sendable, Hashable, Codable {
    public var path: String
    public var documents: Int
    public var chunks: Int
    /// Seconds since 1970.
    public var indexedAt: Int64
  }
  public var folders: [Folder]
  public var documents: Int
  public var chunks: Int
  /// Size of the file.
  public var bytes: Int64
  /// The space of the stored vectors; `nil` while there are none.
  public var space: EmbeddingSpace?
}

/// A chunk found by its vector.
package struct VectorMatch: Sendable, Hashable {
  package var chunk: Int64
  package var cosine: Float
}

/// A chunk found by words: two BM25 scores, larger is better, 0 where the chunk is not among that list's best.
package struct KeywordMatch: Sendable, Hashable {
  package var chunk: Int64
  package var exact: Double
  package var stemmed: Double
}
