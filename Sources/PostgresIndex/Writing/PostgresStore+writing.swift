package import Embedding
import Foundation
import Postgres
package import VectorStore

extension PostgresStore {
  package func beginWriting(waitingFor patience: Duration) async throws {
    guard access == .readWrite else { throw SearchIndexError.readOnly(path) }
    try await reporting { try await writing.lock(waitingFor: patience) }
  }

  package func endWriting() async { await writing.unlock() }

  package func beginWriting(to folder: String, waitingFor patience: Duration) async throws {
    try await reporting { try await writing.lock(folder, waitingFor: patience) }
  }

  package func endWriting(to folder: String) async { await writing.unlock(folder) }

  /// The writer may be on another machine.
  package var writer: Int32? { nil }

  package func store(_ batch: IndexBatch) async throws {
    guard !batch.isEmpty else { return }
    let read = try await ReadBatch(batch)
    try await write { [self] connection in
      var writer = BatchWriter(connection, tokenizer: tokenizer, space: encoder?.space, path: path)
      try await writer.store(read)
    }
  }

  package func moveKeptVectors(from folder: String, to other: String) async throws {
    // What the other folder has kept itself stays; the rest goes with the folder.
    try await execute(
      """
      INSERT INTO rag.kept_vectors (folder, digest, vector)
      SELECT other.id, digest, vector FROM rag.kept_vectors
        JOIN rag.folders ON folders.id = folder AND folders.path = \(.text(folder))
        JOIN rag.folders AS other ON other.path = \(.text(other))
      ORDER BY digest ON CONFLICT DO NOTHING
      """)
    try await dropKeptVectors(in: folder)
  }

  package func dropKeptVectors(in folder: String) async throws {
    try await execute(
      "DELETE FROM rag.kept_vectors WHERE folder = (SELECT id FROM rag.folders WHERE path = \(.text(folder)))")
  }

  package func noteSpace() async throws {
    guard let space = encoder?.space else { return }
    try await write { connection in
      let lock: SQLText = "SELECT pg_advisory_xact_lock(\(.int(IndexTables.Lock.space.key)))"
      try await connection.query(lock.statement)
      _ = try await Self.storedSpace(in: connection, lockedFor: "UPDATE")
      let isEmpty: Bool =
        try await connection.query("SELECT NOT EXISTS (SELECT FROM rag.chunks)").first?.read(0) ?? true
      guard isEmpty else { return }
      try await StoredSpace.record(space, inPlaceOf: try await Self.storedSpace(in: connection), connection)
    }
  }

  package func note(_ space: EmbeddingSpace) async throws {
    try await write { [self] connection in
      _ = try await BatchWriter(connection, tokenizer: tokenizer, space: space, path: path).prepareForVectors()
    }
  }

  package func noteFolder(_ folder: String) async throws {
    let path = path
    try await write { _ = try await FolderRows.id(of: folder, inIndexAt: path, $0) }
  }

  package func note(_ settings: FolderSettings, ofFolder folder: String) async throws {
    try await execute(
      """
      UPDATE rag.folders SET settings = \(.int(settings.flags.rawValue)), time_zone = \(.text(settings.timeZone))
      WHERE path = \(.text(folder))
      """)
  }

  package func noteFolder(_ folder: String, indexedAt seconds: Int64) async throws {
    let path = path
    try await write { connection in
      let id = try await FolderRows.id(of: folder, inIndexAt: path, connection)
      let sql: SQLText = "UPDATE rag.folders SET indexed_at = \(.id(seconds)), queued_at = 0 WHERE id = \(.id(id))"
      try await connection.query(sql.statement)
    }
  }

  package func removeFolder(_ folder: String) async throws -> Int {
    guard SearchIndex.storeTaken == ObjectIdentifier(self) else {
      return try await SearchIndex(in: self).whileWriting { try await removeFolder(folder) }
    }
    try await beginWriting(to: folder, waitingFor: .zero)
    do {
      let removed = try await removeAll(of: folder)
      await endWriting(to: folder)
      return removed
    } catch {
      await endWriting(to: folder)
      throw error
    }
  }

  /// Removes a folder that no other run is in.
  private func removeAll(of folder: String) async throws -> Int {
    let removed = try await write { [self] connection in
      // Before its documents are listed: a worker may be storing one.
      try await JobRows.drop(where: "folders.path = \(.text(folder))", in: connection)
      let sql: SQLText = """
        SELECT documents.path FROM \(verbatim: DocumentRows.joined) WHERE folders.path = \(.text(folder))
        """
      let paths: [String] = try await connection.query(sql.statement).map { try $0.read(0) }
      var writer = BatchWriter(connection, tokenizer: tokenizer, space: encoder?.space, path: path)
      let changes = paths.map { IndexChange.remove(folder: folder, path: $0) }
      try await writer.store(ReadBatch(IndexBatch(of: folder, changes: changes)))
      let unfinished: SQLText = "UPDATE rag.folders SET indexed_at = 0 WHERE path = \(.text(folder))"
      try await connection.query(unfinished.statement)
      return paths.count
    }
    try await eraseDeleted()
    try await execute(
      """
      DELETE FROM rag.folders WHERE path = \(.text(folder)) AND id NOT IN (SELECT folder FROM rag.documents)
      """)
    return removed
  }

  /// Drops the words of removed chunks from the keyword index, merges its small segments, and builds the index of
  /// vectors where there are enough. What is left of deleted rows is PostgreSQL's to remove (VACUUM).
  ///
  /// If another process does that, it is left to it.
  package func eraseDeleted() async throws {
    try await mergeSegments()
    guard !isExact, let space = try await storedSpace() else { return }
    let leastChunks = indexedFrom
    try await tidy { try await VectorIndex.build(in: $0, dimensions: space.dimensions, from: leastChunks) }
  }

  func mergeSegments() async throws {
    while try await tidy({ connection in
      // No document may lose its words to one segment while they are copied to another.
      let lock: SQLText = "SELECT pg_advisory_xact_lock(\(.int(IndexTables.Lock.writing.key)))"
      try await connection.query(lock.statement)
      return try await SegmentMerge.run(in: connection)
    }) == true {}
  }

  /// Runs a transaction that one process at a time runs; returns `nil` if another does.
  @discardableResult
  private func tidy<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result? {
    try await transaction { connection in
      let lock: SQLText = "SELECT pg_try_advisory_xact_lock(\(.int(IndexTables.Lock.tidying.key)))"
      guard try await connection.query(lock.statement).first?.read(0) ?? false else { return nil }
      return try await body(connection)
    }
  }

  // MARK: Transactions

  /// Runs one statement as a transaction of its own.
  private func execute(_ sql: SQLText) async throws {
    try await write { _ = try await $0.query(sql.statement) }
  }

  /// Runs a transaction that changes documents, as others may at the same time.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    try await transaction { connection in
      let lock: SQLText = "SELECT pg_advisory_xact_lock_shared(\(.int(IndexTables.Lock.writing.key)))"
      try await connection.query(lock.statement)
      return try await body(connection)
    }
  }

  /// Runs a transaction, and runs it again after a conflict with that of another writer.
  private func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    try await whileLocked { connection in
      var attempt = 0
      while true {
        do {
          return try await connection.transaction { try await body($0) }
        } catch let error as PostgresError where error.isConflict && attempt < Self.mostAttempts {
          attempt += 1
          try await Task.sleep(for: .milliseconds(Int.random(in: 10...(20 << attempt))))
        }
      }
    }
  }

  /// How often a transaction is run again.
  private static let mostAttempts = 6

  /// Locks the index for writing while `body` runs, unless the current task has done so.
  private func whileLocked<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    let isLone = SearchIndex.storeTaken != ObjectIdentifier(self)
    if isLone { try await beginWriting(waitingFor: .zero) }
    do {
      // Cancelling the task does not undo what is about to be stored: it has been encoded.
      let work = Task { try await reporting { try await writing.run(body) } }
      let result = try await work.value
      if isLone { await endWriting() }
      return result
    } catch {
      if isLone { await endWriting() }
      throw error
    }
  }
}

extension PostgresError {
  /// Whether another transaction was in the way: of two that add the same row, one has to see what the other stored.
  fileprivate var isConflict: Bool { kind == .conflict || sqlState == "23505" }
}
