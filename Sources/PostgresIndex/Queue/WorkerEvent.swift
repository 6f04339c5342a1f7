package import Postgres
package import VectorStore

/// What a worker has to tell.
package enum WorkerEvent: Sendable {
  /// It works on the queue.
  case working(WorkerReport, QueueStatus)
  /// The queue is empty; it waits for more.
  case waiting
  /// A document could not be encoded.
  case failed(QueueStatus.Failure)
  /// The database is out of reach; it is tried again.
  case lost(PostgresError)
  /// The database is back.
  case found
}
