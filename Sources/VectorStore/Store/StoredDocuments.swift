/// A store's folders, documents and chunks.
package protocol StoredDocuments: Sendable {
  /// Returns the contents and size of the index.
  func status() async throws -> IndexStatus
  /// Returns what is another after each change of the index, and in another index.
  func revision() async throws -> String
  /// Whether searches see what is written from now on.
  func followsChanges() async throws -> Bool
  /// Returns what is wrong with the index, in sentences; empty if it is sound.
  func check() async throws -> [String]
  /// Returns the number of rows that belong to nothing: it is always 0, unless something has gone wrong.
  func orphans() async throws -> Int

  /// Returns the folders of the index, sorted.
  func folders() async throws -> [String]
  /// Returns the folders whose first run never finished, sorted. The index has only part of them.
  func unfinishedFolders() async throws -> [String]
  /// Returns the documents of a folder, sorted by path.
  func documents(in folder: String) async throws -> [Document]
  /// Returns the names of all documents.
  func documentNames() async throws -> [DocumentName]
  /// Returns the documents that pass a filter, whatever phrases it has: most recently modified first, ties by path. One
  /// of which nothing was read passes only if the filter names it.
  ///
  /// - Parameters:
  ///   - offset: How many to leave out.
  ///   - limit: The maximum number to return.
  /// - Returns: The documents, and how many pass.
  func documents(
    where filter: SearchFilter, from offset: Int, limit: Int
  ) async throws -> (documents: [Document], count: Int)
  /// Returns the files of which something could not be read when they were indexed, sorted by path.
  func unreadFiles() async throws -> [UnreadFile]

  /// Whether the index has no chunks.
  func isEmpty() async throws -> Bool
  /// Returns the number of chunks in the index.
  func chunkCount() async throws -> Int
  /// Returns the number of chunks of each document.
  func chunkCounts() async throws -> [Int64: Int]
  /// Returns the chunks with the given ids, in order, omitting chunks that no longer exist.
  func chunks(withIDs ids: [Int64]) async throws -> [StoredChunk]
  /// Returns all chunks of a document, in order.
  func chunks(ofDocument path: String, in folder: String) async throws -> [StoredChunk]
  /// Returns all chunks of some documents: document by document, each in order.
  func chunks(ofDocuments ids: [Int64]) async throws -> [Int64: [StoredChunk]]
  /// Returns the first chunk of each document that passes a filter, most recently modified documents first, ties by
  /// path; for a filter with days, the first of each section about some of them.
  func newestChunks(limit: Int, where filter: SearchFilter) async throws -> [StoredChunk]
  /// Returns the positions of chunks in the notes, omitting chunks that no longer exist.
  func places(ofChunks ids: [Int64]) async throws -> [Int64: ChunkPlace]
  /// Returns the ids of the documents of chunks, omitting chunks that no longer exist.
  func documents(ofChunks ids: [Int64]) async throws -> [Int64: Int64]
  /// Returns only the document and text of each chunk.
  func texts(ofChunks ids: [Int64]) async throws -> [Int64: (document: Int64, text: String)]
}
