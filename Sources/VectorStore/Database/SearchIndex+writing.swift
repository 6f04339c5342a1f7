import Embedding
import Files
import Foundation
import GRDB

extension SearchIndex {
  /// The index that the current task has taken for writing.
  @TaskLocal package static var indexTaken: ObjectIdentifier?

  /// Takes the index for writing while `body` runs, whose changes alone are stored meanwhile: others, through this
  /// `SearchIndex` too, are told that the index is busy.
  ///
  /// - Parameter patience: How long to wait for another writer to end before `SearchIndexError.busy` names it.
  package nonisolated func whileWriting<Result: Sendable>(
    waitingFor patience: Duration = .zero, _ body: () async throws -> Result
  ) async throws -> Result {
    try await beginWriting(waitingFor: patience)
    do {
      let result = try await SearchIndex.$indexTaken.withValue(ObjectIdentifier(self)) { try await body() }
      await endWriting()
      return result
    } catch {
      await endWriting()
      throw error
    }
  }

  /// Takes the index for writing until `endWriting`; throws `SearchIndexError.busy` naming the process that has it.
  package func beginWriting() throws {
    guard access == .readWrite else { throw SearchIndexError.readOnly(path) }
    guard writerLock == nil else {
      throw SearchIndexError.busy(path: path, processID: ProcessInfo.processInfo.processIdentifier)
    }
    writerLock = try SearchIndex.lock(canonicalPath)
  }

  /// Takes the index for writing, and waits for another writer to end, up to a time.
  package func beginWriting(waitingFor patience: Duration) async throws {
    let end = ContinuousClock.now + patience
    while true {
      do {
        return try beginWriting()
      } catch SearchIndexError.busy where ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// The process that is writing to the index now; `nil` while none is.
  package nonisolated var writer: Int32? { ProcessLock.holder(at: SearchIndex.lockPath(of: canonicalPath)) }

  /// Locks the index at a path without symbolic links; throws `SearchIndexError.busy` naming the process that has it.
  static func lock(_ path: String) throws -> ProcessLock {
    try reporting(path) {
      do {
        return try ProcessLock(at: lockPath(of: path))
      } catch let held as ProcessLock.Held {
        throw SearchIndexError.busy(path: path, processID: held.processID)
      }
    }
  }

  private static func lockPath(of index: String) -> String { index + ".lock" }

  /// Lets other writers have the index.
  package func endWriting() {
    writerLock = nil
  }

  /// Applies all changes, or none.
  ///
  /// For documents that are not files in a folder; `update(from:)` of `Indexer` reads folders. Throws a
  /// `SearchIndexError` if another writer is active (an update of this `SearchIndex` too), if vectors are not of the
  /// index's space, or if a document that is to keep its chunks does not exist. What it removes is erased from the file
  /// by `eraseDeleted()`.
  public func apply(_ changes: [IndexChange]) throws {
    try store(IndexBatch(of: "", changes: changes))
  }

  /// Stores all of a batch, or nothing: `CancellationError` where a document's chunks end with it.
  package func store(_ batch: IndexBatch) throws {
    guard !batch.isEmpty else { return }
    try write { db in
      var changes = ChangeBatch(db, space: encoder?.space, path: path)
      try changes.store(batch)
    }
  }

  /// Keeps for a folder what was kept for documents of another.
  package func moveKeptVectors(from folder: String, to other: String) throws {
    try write { try KeptVectors.move(from: folder, to: other, in: $0) }
  }

  /// Drops what was kept for documents of a folder.
  package func dropKeptVectors(in folder: String) throws {
    try write { try KeptVectors.drop(for: folder, in: $0) }
  }

  /// Notes that a folder belongs to the index, before anything of it is stored.
  package func noteFolder(_ folder: String) throws {
    try write { try $0.execute(sql: "INSERT OR IGNORE INTO folders (path) VALUES (?)", arguments: [folder]) }
  }

  /// Notes when a folder was last read through, and that it belongs to the index, even while empty.
  package func noteFolder(_ folder: String, indexedAt seconds: Int64) throws {
    try write { db in
      try db.execute(
        sql: """
          INSERT INTO folders (path, indexed_at) VALUES (?, ?)
          ON CONFLICT (path) DO UPDATE SET indexed_at = excluded.indexed_at
          """, arguments: [folder, seconds])
    }
  }

  /// Removes a folder with all its documents, and returns how many they were.
  ///
  /// The file is then rewritten, so that no byte of them is left in it: 5 s for 100,000 remaining chunks. The folder is
  /// removed last, so an interrupted removal can be repeated. Throws `SearchIndexError.busy` if another writer is
  /// active (an update of this `SearchIndex` too).
  public func removeFolder(_ folder: String) throws -> Int {
    let (removed, isUnfinished) = try write { db in
      let documents = try String.fetchAll(
        db, sql: "SELECT documents.path FROM documents JOIN folders ON folders.id = folder WHERE folders.path = ?",
        arguments: [folder])
      let indexedAt = try Int64.fetchOne(
        db, sql: "SELECT indexed_at FROM folders WHERE path = ?", arguments: [folder])
      var batch = ChangeBatch(db, space: encoder?.space, path: path)
      try batch.store(IndexBatch(of: folder, changes: documents.map { .remove(folder: folder, path: $0) }))
      try db.execute(sql: "UPDATE folders SET indexed_at = 0 WHERE path = ?", arguments: [folder])
      return (documents.count, indexedAt == 0)
    }
    // A folder whose documents became another's leaves nothing behind.
    if removed > 0 || isUnfinished { try run { try SearchIndex.writeAnew($0) } }
    try write { db in
      // Another process may have indexed it again.
      try db.execute(
        sql: "DELETE FROM folders WHERE path = ? AND id NOT IN (SELECT folder FROM documents)", arguments: [folder])
    }
    return removed
  }

  /// Writes the file anew, without what was deleted.
  private static func writeAnew(_ database: DatabaseQueue) throws {
    try database.write { db in
      // Deleted words stand in the segments until these are merged.
      for table in ["chunks_exact", "chunks_stemmed"] {
        try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
      }
    }
    try database.vacuum()
    foldLog(of: database)
  }

  /// Empties the index, so that another encoder may fill it: its folders stay, with nothing in them.
  package static func empty(at path: String) async throws {
    let index = try SearchIndex(at: path)
    try await index.whileWriting { try await index.empty() }
    try await index.close()
  }

  private func empty() throws {
    try run { database in
      try database.write { db in
        try db.execute(
          sql: """
            DELETE FROM chunks_exact; DELETE FROM chunks_stemmed; DELETE FROM chunks; DELETE FROM documents;
            UPDATE folders SET indexed_at = 0;
            DELETE FROM meta WHERE key = 'space'
            """)
        try SearchIndex.noteDeletion(in: db)
        try ChangeBatch.removeVectors(from: db)
      }
      try database.vacuum()
    }
    try eraseDeleted()
  }

  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let isLone = SearchIndex.indexTaken != ObjectIdentifier(self)
    if isLone { try beginWriting() }
    defer { if isLone { endWriting() } }
    return try run { try $0.write(body) }
  }
}
