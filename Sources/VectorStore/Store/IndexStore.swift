package import Embedding

/// What keeps an index: a SQLite file (`SQLiteStore`), or a database that many machines share.
///
/// All stores give the same answers to the same notes, except that a store may search vectors approximately if its user
/// chose that. `SearchIndex` is the same on each of them, and whoever uses it cannot tell which it is.
package protocol IndexStore: AnyObject, StoredDocuments, StoredNotes, StoredVectorsSearch, StoredWords, IndexWriter {
  /// The name of the index in messages: the path of a file, as given, or an address without a password.
  var path: String { get }
  /// The encoder of the index's vectors; without one, search is by words alone.
  var encoder: (any TextEncoder)? { get }
  /// Which documents it has for all that search and read it; `nil` for all.
  var scope: SearchFilter? { get }

  /// Opens the same index for writing.
  func reopened(encoder: any TextEncoder) async throws -> any IndexStore
  /// Closes the index, which cannot be used afterwards. Closing it again is a no-op.
  func close() async throws
}

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
  /// Returns the documents that pass a filter, whatever phrases it has: most recently modified first, ties by path.
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
  /// path.
  func newestChunks(limit: Int, where filter: SearchFilter) async throws -> [StoredChunk]
  /// Returns the chunk at a place among all, from 0; `nil` if there are fewer.
  func chunk(at place: Int) async throws -> StoredChunk?
  /// Returns the positions of chunks in the notes, omitting chunks that no longer exist.
  func places(ofChunks ids: [Int64]) async throws -> [Int64: ChunkPlace]
  /// Returns the ids of the documents of chunks, omitting chunks that no longer exist.
  func documents(ofChunks ids: [Int64]) async throws -> [Int64: Int64]
  /// Returns only the document and text of each chunk.
  func texts(ofChunks ids: [Int64]) async throws -> [Int64: (document: Int64, text: String)]
}

/// What a store knows of the notes' shape, and of exams on them.
package protocol StoredNotes: Sendable {
  /// Returns the notes that have one of some names, folded by `NoteName.folded(_:)`: as title, as the name of their
  /// file, or as alias.
  func documents(called names: Set<String>) async throws -> [NamedDocument]
  /// Returns the days that documents are about, of those that say so.
  func days(ofDocuments ids: [Int64]) async throws -> [Int64: ClosedRange<Day>]
  /// Returns the paths of a folder's documents that were indexed by a version that did not read what notes say of
  /// themselves, and not read since.
  func pathsWithoutShape(in folder: String) async throws -> Set<String>
  /// Returns what a note says of itself, as indexed; `nil` if the index has no such document.
  func shape(ofDocument path: String, in folder: String) async throws -> NoteShape?
  /// Returns the documents that pass a filter, with what they say of themselves, in no order.
  func entries(where filter: SearchFilter) async throws -> [DescribedNote]
  /// Returns all links of the notes, by folder, path and line.
  func allLinks() async throws -> [FoundLink]
  /// Returns the tasks of the notes that pass a filter: those that are due first, then by folder, path and line.
  func tasks(where filter: SearchFilter) async throws -> [FoundTask]
  /// Returns the headings and blocks of the documents at some paths of a folder, by path.
  func anchors(ofDocuments paths: Set<String>, in folder: String) async throws -> [String: [NoteAnchor]]
  /// Returns the exams of the index by the name of what sat them, each ordered by number.
  func exams() async throws -> [String: [ExamEntry]]
}

/// A store's vectors.
package protocol StoredVectorsSearch: VectorSearch {
  /// Returns the exact cosine of each chunk to `vector`, omitting chunks that no longer exist.
  func cosines(to vector: UnitVector, ofChunks ids: [Int64]) async throws -> [Int64: Float]
  /// Returns the scale of the encoder's cosines: its own or, if it has none, one fitted on chunks from across the index
  /// and kept until the index changes. Without an encoder, or with too few chunks, it is the reference's.
  func cosineScale() async throws -> CosineScale
  /// Returns known vectors by the digest of the encoded text, which need not be encoded again.
  ///
  /// - Parameter keptAlone: Whether to omit the vectors of stored chunks.
  func vectors(forDigests digests: [String], keptAlone: Bool) async throws -> [String: UnitVector]
}

/// A store's words.
package protocol StoredWords: KeywordSearch {
  /// Returns the best chunks of each of the two keyword indexes as `keywordMatches(_:limit:where:)` does, in no order
  /// and with at most `perDocument` chunks of a document in each list, as long as others have the words.
  func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch]
  /// Returns the words of each text as in the stemmed index: in order, with repetitions, and with pairs of characters
  /// for unspaced scripts.
  func stems(of texts: [String]) async throws -> [[String]]
  /// Returns the number of chunks that contain each stem, for computing inverse document frequencies.
  ///
  /// Words in no chunk count 0. A single character of an unspaced script is counted wherever it occurs.
  func documentFrequencies(of stems: [String]) async throws -> [String: Int]
  /// Returns the documents that pass a filter by their ids, and for each word the ids of those that contain it: in any
  /// form, in the text of a chunk or in the title or a heading above it.
  ///
  /// A "word" is what the question has between spaces. If the index sees several in it, as in `HK-01`, they must follow
  /// each other. Words that the index does not know as words, such as `—`, are in no document.
  func holders(
    of words: [String], where filter: SearchFilter
  ) async throws -> (documents: [Int64: Document], holders: [Set<Int64>])
}

/// What changes a store. Each call is one transaction.
package protocol IndexWriter: Sendable {
  /// Locks the index for writing until `endWriting`, waiting up to `patience` for another writer; then throws
  /// `SearchIndexError.busy`.
  func beginWriting(waitingFor patience: Duration) async throws
  /// Unlocks the index for other writers.
  func endWriting() async
  /// The process that is writing to the index, if it is known to be one of this machine.
  var writer: Int32? { get }

  /// Stores a whole batch or nothing; throws `CancellationError` if a document's chunks end with it.
  func store(_ batch: IndexBatch) async throws
  /// Moves the vectors kept for one folder's documents to another folder.
  func moveKeptVectors(from folder: String, to other: String) async throws
  /// Drops the vectors kept for a folder's documents.
  func dropKeptVectors(in folder: String) async throws
  /// Records the encoder's space in an index without vectors, before the first.
  func noteSpace() async throws
  /// Adds a folder to the index, before any of its documents.
  func noteFolder(_ folder: String) async throws
  /// Records what is indexed of a folder beyond its notes.
  func note(_ settings: FolderSettings, ofFolder folder: String) async throws
  /// Records when a folder was last read completely, adding it to the index even if it is empty.
  func noteFolder(_ folder: String, indexedAt seconds: Int64) async throws
  /// Removes a folder and all its documents, of which nothing is left in the store; returns the number of documents.
  func removeFolder(_ folder: String) async throws -> Int
  /// Erases what is left of deleted text.
  func eraseDeleted() async throws
  /// Adds an entry to an exam, or replaces the one of the same number.
  func store(_ entry: ExamEntry, of examinee: String) async throws
  /// Removes an exam.
  func removeExam(of examinee: String) async throws
}
