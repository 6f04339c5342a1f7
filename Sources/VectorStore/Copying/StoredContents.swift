/// What a store holds, in full: for a copy of it in another.
package protocol StoredContents: Sendable {
  /// Returns all documents: those with chunks in the order in which their chunks were stored, then the others by folder
  /// and path.
  func documentEntries() async throws -> [DocumentEntry]
  /// Returns documents with all that is stored of them by their ids, as they are at one time; omits documents that no
  /// longer exist.
  func contents(ofDocuments ids: [Int64]) async throws -> [Int64: WholeDocument]
  /// Returns the digests of the texts whose vectors are kept for a folder's documents, sorted.
  func keptDigests(in folder: String) async throws -> [String]
}
