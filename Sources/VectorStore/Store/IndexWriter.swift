package import Embedding

/// What changes a store. Each call is one transaction.
package protocol IndexWriter: Sendable {
  /// Locks the index for writing until `endWriting`, waiting up to `patience` for another writer; then throws
  /// `SearchIndexError.busy`.
  func beginWriting(waitingFor patience: Duration) async throws
  /// Unlocks the index for other writers.
  func endWriting() async
  /// Keeps other runs out of a folder, those in it and those around it until `endWriting(to:)`, waiting up to
  /// `patience` for another run; then throws `SearchIndexError.busyFolder`. Call it between `beginWriting` and
  /// `endWriting`. A store with one writer at a time need not do anything.
  func beginWriting(to folder: String, waitingFor patience: Duration) async throws
  /// Lets other runs into a folder.
  func endWriting(to folder: String) async
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
  /// Records the space of the vectors that will be stored without their encoder; throws
  /// `SearchIndexError.differentSpace` if the index has chunks of another.
  func note(_ space: EmbeddingSpace) async throws
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
}
