import Dispatch
import Synchronization
import VectorStore

/// A batch whose chunks have been made: what makes them reads files, so it runs on a thread of its own.
struct ReadBatch: Sendable {
  var batch: IndexBatch
  var documents: [(document: Document, chunks: [DigestedChunk])]

  private static let queue = DispatchQueue(label: "rag.chunks", attributes: .concurrent)

  /// Makes the chunks; throws `CancellationError` if the task is cancelled meanwhile.
  init(_ batch: IndexBatch) async throws {
    self.batch = batch
    let cancelled = Flag()
    documents = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Self.queue.async {
          continuation.resume(
            with: Result {
              try batch.documents.map { document, chunks in
                var made: [DigestedChunk] = []
                for chunk in chunks {
                  if cancelled.isSet { throw CancellationError() }
                  made.append(try chunk.get())
                }
                return (document, made)
              }
            })
        }
      }
    } onCancel: {
      cancelled.set()
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
  }
}
