import Dispatch
import Synchronization
import VectorStore

/// A batch whose chunks have been made: what makes them reads files, so it runs on a thread of its own.
struct ReadBatch: Sendable {
  var batch: IndexBatch
  var documents: [(document: Document, chunks: [DigestedChunk])]

  private static let queue = DispatchQueue(label: "rag.chunks", attributes: .concurrent)

  /// Makes the chunks. Cancelling the task ends this with `CancellationError` only where nothing is lost: a document's
  /// vectors were kept by earlier batches if this one does not have them.
  init(_ batch: IndexBatch) async throws {
    self.batch = batch
    let flag = Flag()
    documents = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Self.queue.async { continuation.resume(with: Result { try Self.made(batch, unless: flag) }) }
      }
    } onCancel: {
      flag.isCancelled.store(true, ordering: .relaxed)
    }
  }

  private static func made(_ batch: IndexBatch, unless flag: Flag) throws -> [(Document, [DigestedChunk])] {
    try batch.documents.map { document, chunks in
      let made = try chunks.map { chunk in
        let chunk = try chunk.get()
        if flag.isCancelled.load(ordering: .relaxed), batch.vectors[chunk.digest] == nil { throw CancellationError() }
        return chunk
      }
      return (document, made)
    }
  }

  private final class Flag: Sendable {
    let isCancelled = Atomic(false)
  }
}
