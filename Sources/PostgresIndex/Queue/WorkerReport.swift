/// What a worker did.
package struct WorkerReport: Sendable, Hashable {
  /// The number of documents that it stored.
  package var documents = 0
  /// The number of chunks that it encoded.
  package var encodedChunks = 0
  /// The number of chunks whose vectors were known.
  package var reusedChunks = 0
  /// The number of documents that it could not encode.
  package var failed = 0
  /// The document that it encoded last, as a path inside its folder; empty before the first.
  package var path = ""

  package init() {}
}
