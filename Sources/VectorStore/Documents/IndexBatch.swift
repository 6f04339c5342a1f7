package import Embedding

/// What an update of a folder stores in one transaction.
package struct IndexBatch: Sendable {
  /// The chunks of a document in order, made while they are stored; a failure ends the transaction.
  package typealias Chunks = any Sequence<Result<DigestedChunk, CancellationError>> & Sendable

  /// The folder that all of it belongs to.
  package var folder: String
  /// Documents that keep their chunks, or go.
  package var changes: [IndexChange]
  /// Documents that are stored in place of what the index holds at their paths.
  package var documents: [(document: Document, chunks: Chunks)] = []
  /// Vectors of the documents' chunks by digest.
  ///
  /// Those of a document that has more chunks than a batch takes are not here: batches before this one kept them.
  package var vectors: [String: UnitVector] = [:]
  /// Vectors by digest that are kept for a document that a later batch stores.
  package var kept: [String: UnitVector] = [:]

  package init(of folder: String, changes: [IndexChange] = []) {
    self.folder = folder
    self.changes = changes
  }

  var isEmpty: Bool { changes.isEmpty && documents.isEmpty && kept.isEmpty }
}
