import Embedding
import Foundation
import Postgres
package import VectorStore

extension PostgresStore {
  package func beginWriting(waitingFor patience: Duration) async throws {
    guard access == .readWrite else { throw SearchIndexError.readOnly(path) }
    try await reporting { try await writing.lock(waitingFor: patience) }
  }

  package func endWriting() async { await writing.unlock() }

  /// The writer may be on another machine.
  package var writer: Int32? { nil }

  package func store(_ batch: IndexBatch) async throws {
    guard !batch.changes.isEmpty || !batch.documents.isEmpty || !batch.kept.isEmpty else { return }
    let read = try await ReadBatch(batch)
    try await write { [self] connection in
      var writer = BatchWriter(connection, tokenizer: tokenizer, space: encoder?.space, path: path)
      try await writer.store(read)
    }
  }

  package func moveKeptVectors(from folder: String, to other: String) async throws {
    try await execute(
      """
      WITH moved AS (
        DELETE FROM rag.kept_vectors WHERE folder = (SELECT id FROM rag.folders WHERE path = \(.text(folder)))
        RETURNING digest, vector
      )
      INSERT INTO rag.kept_vectors
      SELECT folders.id, digest, vector FROM moved, rag.folders WHERE path = \(.text(other)) ON CONFLICT DO NOTHING
      """)
  }

  package func dropKeptVectors(in folder: String) async throws {
    try await execute(
      "DELETE FROM rag.kept_vectors WHERE folder = (SELECT id FROM rag.folders WHERE path = \(.text(folder)))")
  }

  package func noteSpace() async throws {
    guard let space = encoder?.space else { return }
    try await write { connection in
      let isEmpty: Bool =
        try await connection.query("SELECT NOT EXISTS (SELECT FROM rag.chunks)").first?.read(0) ?? true
      guard isEmpty else { return }
      try await StoredSpace.record(space, inPlaceOf: try await Self.storedSpace(in: connection), connection)
    }
  }

  package func noteFolder(_ folder: String) async throws {
    let path = path
    try await write { _ = try await FolderRows.id(of: folder, inIndexAt: path, $0) }
  }

  package func note(_ settings: FolderSettings, ofFolder folder: String) async throws {
    try await execute(
      "UPDATE rag.folders SET settings = \(.int(settings.rawValue)) WHERE path = \(.text(folder))")
  }

  package func noteFolder(_ folder: String, indexedAt seconds: Int64) async throws {
    let path = path
    try await write { connection in
      let id = try await FolderRows.id(of: folder, inIndexAt: path, connection)
      let sql: SQLText = "UPDATE rag.folders SET indexed_at = \(.id(seconds)) WHERE id = \(.id(id))"
      try await connection.query(sql.statement)
    }
  }

  package func removeFolder(_ folder: String) async throws -> Int {
    let removed = try await write { [self] connection in
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
  package func eraseDeleted() async throws {
    while try await write({ try await SegmentMerge.run(in: $0) }) {}
    guard !isExact, let space = try await storedSpace() else { return }
    let leastChunks = indexedFrom
    try await whileLocked { try await VectorIndex.build(in: $0, dimensions: space.dimensions, from: leastChunks) }
  }

  package func store(_ entry: ExamEntry, of examinee: String) async throws {
    let date = Int64(entry.date.timeIntervalSince1970)
    try await execute(
      """
      INSERT INTO rag.exams (examinee, number, date, results) VALUES (\(.text(examinee)), \(.int(entry.number)), \(.id(date)), \(.note(entry.results)))
      ON CONFLICT (owner, examinee, number) DO UPDATE SET date = excluded.date, results = excluded.results
      """)
  }

  package func removeExam(of examinee: String) async throws {
    try await execute(
      "DELETE FROM rag.exams WHERE examinee = \(.text(examinee)) AND owner = quote_ident(current_user)::regrole")
  }

  // MARK: Transactions

  /// Runs one statement as a transaction of its own.
  private func execute(_ sql: SQLText) async throws {
    try await write { _ = try await $0.query(sql.statement) }
  }

  /// Runs a transaction while the index is locked for writing.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    try await whileLocked { connection in try await connection.transaction { try await body($0) } }
  }

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
