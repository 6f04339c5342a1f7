import Embedding
import Postgres
package import VectorStore

extension PostgresStore {
  package func queueStatus() async throws -> QueueStatus? {
    try await read { connection in
      let counts: SQLText = """
        SELECT count(*) FILTER (WHERE NOT \(WorkerLease.isHeld)), count(*) FILTER (WHERE \(WorkerLease.isHeld))
        FROM rag.jobs WHERE failure IS NULL
        """
      let failed: SQLText = """
        SELECT folders.path, jobs.path, failure FROM rag.jobs JOIN rag.folders ON folders.id = jobs.folder
        WHERE failure IS NOT NULL ORDER BY folders.path, jobs.path
        """
      let results = try await connection.pipeline([counts.statement, failed.statement])
      var status = QueueStatus()
      if let row = results[0].first { (status.waiting, status.encoding) = (try row.read(0), try row.read(1)) }
      status.failures = try results[1].map {
        QueueStatus.Failure(folder: try $0.read(0), path: try $0.read(1), reason: try $0.note(2))
      }
      return status
    }
  }

  package func queuedFiles(in folder: String) async throws -> [QueuedFile] {
    try await rows(
      """
      SELECT jobs.path, size, modified, failure IS NOT NULL
      FROM rag.jobs JOIN rag.folders ON folders.id = jobs.folder WHERE folders.path = \(.text(folder))
      """
    ).map {
      QueuedFile(
        path: try $0.read(0), size: try DocumentRows.id($0, 1), modified: try DocumentRows.id($0, 2),
        hasFailed: try $0.read(3))
    }
  }

  package func dropQueued(_ paths: [String], in folder: String) async throws {
    try await write {
      try await JobRows.drop(
        where: "folders.path = \(.text(folder)) AND jobs.path = ANY(\(.texts(paths)))", in: $0)
    }
  }

  package func noteFolder(_ folder: String, queuedAt seconds: Int64) async throws {
    try await write { connection in
      let note: SQLText = """
        UPDATE rag.folders SET queued_at = \(.id(seconds)) WHERE path = \(.text(folder)) RETURNING id
        """
      let ids = try await connection.query(note.statement).map { try DocumentRows.id($0, 0) }
      try await JobRows.noteStored(Set(ids), in: connection)
    }
  }

  // MARK: For workers

  /// Stores the documents of jobs with their vectors, and removes the jobs: all of them or none. Leaves out jobs that
  /// the worker does not have any more, because their documents changed or its lease ended.
  ///
  /// - Returns: The number of documents stored.
  func finish(_ jobs: [Job], _ vectors: [String: UnitVector], for worker: Int) async throws -> Int {
    try await write { [self] connection in
      let ids = try await Self.lock(jobs.map(\.id), of: worker, in: connection)
      let standing = jobs.filter { ids.contains($0.id) }
      var batch = IndexBatch(of: "")
      batch.vectors = vectors
      batch.documents = standing.map { job in
        let chunks = job.queued.chunks.map { DigestedChunk(chunk: $0.chunk, digest: $0.digest) }
        return (job.queued.document, chunks.map { .success($0) } as [Result<DigestedChunk, CancellationError>])
      }
      var writer = BatchWriter(connection, tokenizer: tokenizer, space: encoder?.space, path: path)
      try await writer.store(ReadBatch(batch))
      return standing.count
    }
  }

  /// Keeps a job as one that cannot be done, with the reason.
  func fail(_ job: Job, because reason: String, for worker: Int) async throws {
    try await write { connection in
      guard try await !Self.lock([job.id], of: worker, in: connection).isEmpty else { return }
      let note: SQLText = """
        UPDATE rag.jobs SET failure = \(.note(reason)), worker = NULL WHERE id = \(.id(job.id)) RETURNING folder
        """
      let folders = try await connection.query(note.statement).map { try DocumentRows.id($0, 0) }
      try await JobRows.noteStored(Set(folders), in: connection)
    }
  }

  /// Locks the jobs of these that a worker still has, and returns their ids.
  private static func lock(
    _ jobs: [Int64], of worker: Int, in connection: PostgresConnection
  ) async throws -> Set<Int64> {
    let sql: SQLText = """
      SELECT id FROM rag.jobs WHERE id = ANY(\(.ids(jobs))) AND worker = \(.int(worker)) ORDER BY id FOR UPDATE
      """
    return Set(try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) })
  }
}
