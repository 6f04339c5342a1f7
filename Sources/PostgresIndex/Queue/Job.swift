import VectorStore

/// A document in the queue that a worker has taken.
struct Job: Sendable {
  let id: Int64
  let queued: QueuedDocument
}
