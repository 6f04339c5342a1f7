package import Embedding
import Files
import Foundation
import GRDB

extension SQLiteStore {
  /// Locks the index for writing until `endWriting`; throws `SearchIndexError.busy` with the process that holds the
  /// lock.
  package func beginWriting() throws {
    guard access == .readWrite else { throw SearchIndexError.readOnly(path) }
    guard writerLock == nil else {
      throw SearchIndexError.busy(path: path, processID: ProcessInfo.processInfo.processIdentifier)
    }
    writerLock = try SQLiteStore.lock(canonicalPath)
  }

  /// Locks the index for writing, waiting up to `patience` for another writer.
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

  /// The process that is writing to the index; `nil` if there is none.
  package nonisolated var writer: Int32? { ProcessLock.holder(at: SQLiteStore.lockPath(of: canonicalPath)) }

  /// Locks the index at a path without symbolic links; throws `SearchIndexError.busy` with the process that holds the
  /// lock.
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

  /// Unlocks the index for other writers.
  package func endWriting() {
    writerLock = nil
  }

  /// Stores a whole batch or nothing; throws `CancellationError` if a document's chunks end with it.
  package func store(_ batch: IndexBatch) throws {
    guard !batch.isEmpty else { return }
    guard batch.queued.isEmpty else { throw SQLiteStore.hasNoQueue(path) }
    try write { db in
      var changes = ChangeBatch(db, space: encoder?.space, path: path)
      try changes.store(batch)
    }
  }

  /// Moves the vectors kept for one folder's documents to another folder.
  package func moveKeptVectors(from folder: String, to other: String) throws {
    try write { try KeptVectors.move(from: folder, to: other, in: $0) }
  }

  /// Drops the vectors kept for a folder's documents.
  package func dropKeptVectors(in folder: String) throws {
    try write { try KeptVectors.drop(for: folder, in: $0) }
  }

  /// Records the encoder's space in an index without vectors, before the first.
  package func noteSpace() throws {
    try write { db in
      if try Int.fetchOne(db, sql: "SELECT 1 FROM chunks LIMIT 1") == nil { try encoder?.space.store(in: db) }
    }
  }

  /// Records the space of the vectors that will be stored without their encoder.
  package func note(_ space: EmbeddingSpace) throws {
    _ = try write { try ChangeBatch($0, space: space, path: path).prepareForVectors() }
  }

  /// Adds a folder to the index, before any of its documents.
  package func noteFolder(_ folder: String) throws {
    try write { try $0.execute(sql: "INSERT OR IGNORE INTO folders (path) VALUES (?)", arguments: [folder]) }
  }

  /// Records what is indexed of a folder beyond its notes.
  package func note(_ settings: FolderSettings, ofFolder folder: String) throws {
    try write {
      try $0.execute(
        sql: "UPDATE folders SET settings = ?, time_zone = ? WHERE path = ?",
        arguments: [settings.flags.rawValue, settings.timeZone, folder])
    }
  }

  /// Records when a folder was last read completely, adding it to the index even if it is empty.
  package func noteFolder(_ folder: String, indexedAt seconds: Int64) throws {
    try write { db in
      try db.execute(
        sql: """
          INSERT INTO folders (path, indexed_at) VALUES (?, ?)
          ON CONFLICT (path) DO UPDATE SET indexed_at = excluded.indexed_at
          """, arguments: [folder, seconds])
    }
  }

  /// Removes a folder and all its documents; returns the number of documents.
  ///
  /// Then rewrites the file, so that no byte of them is left in it: 5 s for 100,000 remaining chunks. The folder is
  /// removed last, so an interrupted removal can be repeated. Throws `SearchIndexError.busy` if another writer is
  /// active (including an update of this `SearchIndex`).
  package func removeFolder(_ folder: String) throws -> Int {
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
    // If its documents have moved to another folder, there is nothing to erase.
    if removed > 0 || isUnfinished { try run { try SQLiteStore.writeAnew($0) } }
    try write { db in
      // Another process may have indexed it again.
      try db.execute(
        sql: "DELETE FROM folders WHERE path = ? AND id NOT IN (SELECT folder FROM documents)", arguments: [folder])
    }
    return removed
  }

  /// Replaces everything with what another file has, in one transaction.
  func takeContents(of successor: SQLiteStore) throws {
    try successor.run { source in
      try run { target in
        try source.backup(to: target)
        SQLiteStore.foldLog(of: target)
      }
    }
  }

  /// Rewrites the file without deleted content.
  private static func writeAnew(_ database: DatabaseQueue) throws {
    try database.write { db in
      // Deleted words remain in the segments until these are merged.
      for table in ["chunks_exact", "chunks_stemmed"] {
        try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
      }
    }
    try database.vacuum()
    foldLog(of: database)
  }

  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let isLone = SearchIndex.storeTaken != ObjectIdentifier(self)
    if isLone { try beginWriting() }
    defer { if isLone { endWriting() } }
    return try run { try $0.write(body) }
  }
}
