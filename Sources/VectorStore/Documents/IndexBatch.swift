package import Embedding

/// The changes that an update of a folder stores in one transaction.
package struct IndexBatch: Sendable {
  /// A document's chunks in order, produced lazily while they are stored. A failure aborts the transaction.
  package typealias Chunks = any Sequence<Result<DigestedChunk, CancellationError>> & Sendable

  /// The folder that the `kept` vectors belong to.
  package var folder: String
  /// Changes to documents, applied before `documents` are stored.
  package var changes: [IndexChange]
  /// Documents to store, replacing what the index has at their paths.
  package var documents: [(document: Document, chunks: Chunks)] = []
  /// Vectors of the documents' chunks, by digest.
  ///
  /// Excludes those of a document with more chunks than fit a batch: earlier batches kept them.
  package var vectors: [String: UnitVector] = [:]
  /// Vectors to keep, by digest, for a document that a later batch stores.
  package var kept: [String: UnitVector] = [:]

  /// Documents to queue for workers, instead of what is in the queue for their paths.
  package var queued: [QueuedDocument] = []

  package init(of folder: String, changes: [IndexChange] = []) {
    self.folder = folder
    self.changes = changes
  }

  package var isEmpty: Bool { changes.isEmpty && documents.isEmpty && kept.isEmpty && queued.isEmpty }
}
