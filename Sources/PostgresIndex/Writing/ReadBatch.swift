import Dispatch
import VectorStore

/// A batch whose chunks have been made: what makes them reads files, so it runs on a thread of its own.
struct ReadBatch: Sendable {
  var batch: IndexBatch
  var documents: [(document: Document, chunks: [DigestedChunk])]

  private static let queue = DispatchQueue(label: "rag.chunks", attributes: .concurrent)

  /// Makes the chunks. Cancelling the task does not end this: what has been encoded is about to be stored.
  init(_ batch: IndexBatch) async throws {
    self.batch = batch
    documents = try await withCheckedThrowingContinuation { continuation in
      Self.queue.async {
        continuation.resume(
          with: Result { try batch.documents.map { document, chunks in (document, try chunks.map { try $0.get() }) } })
      }
    }
  }
}
