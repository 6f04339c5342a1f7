import Embedding
import Postgres
import VectorStore

/// A worker's session. The worker has a number, and holds an advisory lock for it: as long as the lock is there, the
/// jobs with that number are being encoded. If the worker dies, the server frees the lock, and others take the jobs.
struct WorkerLease: Sendable {
  let worker: Int
  private let connection: PostgresConnection

  /// The most documents of a claim, and the number of chunks at which it is large enough: those of a batch of
  /// `rag index`.
  private static let most = (documents: 32, chunks: 128)
  /// The number of claims after which a document is taken alone, since it may be what ended those who took it.
  private static let claimsTogether = 2
  /// The number of claims after which it is not taken any more.
  private static let mostClaims = 10

  /// Connects, and takes a number that no other worker has.
  init(of store: PostgresStore) async throws {
    let connection = try await PostgresConnection.connect(
      to: store.address.forWriting, noticingLostClients: true, waitingFor: PostgresStore.patience)
    self.connection = connection
    do {
      worker = try await store.reporting { try await Self.number(over: connection) }
      try await connection.listen(to: IndexTables.jobsChannel)
    } catch {
      await connection.close()
      throw error
    }
  }

  private static func number(over connection: PostgresConnection) async throws -> Int {
    while true {
      let next: Int = try await connection.query("SELECT nextval('rag.workers')").first?.read(0) ?? 0
      let lock: SQLText = """
        SELECT pg_try_advisory_lock(\(verbatim: "\(IndexTables.workerLocks)"), \(.int(next))::integer)
        """
      // The numbers begin again after two thousand million.
      if try await connection.query(lock.statement).first?.read(0) ?? false { return next }
    }
  }

  /// Whether a job's worker is still there.
  static let isHeld: SQLText = """
    (worker IS NOT NULL AND worker = ANY(ARRAY(
      SELECT objid::bigint FROM pg_locks
      WHERE locktype = 'advisory' AND classid = \(verbatim: "\(IndexTables.workerLocks)") AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))))
    """

  /// Takes the next documents in the queue; empty if there are none. Workers never wait for each other.
  ///
  /// - Throws: `SearchIndexError.differentSpace` if the index is of another encoder.
  func claim(for space: EmbeddingSpace) async throws -> [Job] {
    try await connection.transaction { connection in
      if let stored = try await PostgresStore.storedSpace(in: connection), !stored.isSame(as: space) {
        throw SearchIndexError.differentSpace(stored: stored, requested: space)
      }
      let next: SQLText = """
        SELECT id, chunk_count, claims, folder FROM rag.jobs WHERE failure IS NULL AND NOT \(Self.isHeld)
        ORDER BY id LIMIT \(.int(Self.most.documents)) FOR UPDATE SKIP LOCKED
        """
      var (ids, chunks): ([Int64], Int) = ([], 0)
      for row in try await connection.query(next.statement) where chunks < Self.most.chunks {
        let (id, count, claims): (Int64, Int, Int) = (try DocumentRows.id(row, 0), try row.read(1), try row.read(2))
        if claims >= Self.mostClaims {
          try await giveUp(id, in: DocumentRows.id(row, 3), over: connection)
          continue
        }
        if claims >= Self.claimsTogether, !ids.isEmpty { break }
        ids.append(id)
        chunks += count
        if claims >= Self.claimsTogether { break }
      }
      guard !ids.isEmpty else { return [] }
      let take: SQLText = """
        UPDATE rag.jobs SET worker = \(.int(worker)), claims = claims + 1 WHERE id = ANY(\(.ids(ids))) RETURNING id, document, chunks
        """
      return try await connection.query(take.statement).map { row in
        Job(id: try DocumentRows.id(row, 0), queued: try JobRows.queued(row, from: 1))
      }.sorted { $0.id < $1.id }
    }
  }

  /// Keeps a job with which worker after worker has ended.
  private func giveUp(_ job: Int64, in folder: Int64, over connection: PostgresConnection) async throws {
    let reason = "\(Self.mostClaims) workers ended while they encoded it"
    let note: SQLText = "UPDATE rag.jobs SET failure = \(.note(reason)), worker = NULL WHERE id = \(.id(job))"
    try await connection.query(note.statement)
    try await JobRows.noteStored([folder], in: connection)
  }

  /// Waits until documents are queued, or a time has passed.
  func waitForJobs(upTo limit: Duration) async throws {
    _ = try await connection.nextNotification(within: limit)
  }

  func close() async { await connection.close() }
}
