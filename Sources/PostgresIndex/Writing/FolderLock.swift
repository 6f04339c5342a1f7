import Postgres

/// An advisory lock of a folder: exclusive for who is in it, shared for who is in a folder inside it.
struct FolderLock {
  /// What folders are locked for. A run may be in a folder that another process follows.
  enum Purpose: Int {
    /// A run that compares a folder with the index: `RAGF` in ASCII.
    case indexing = 0x5241_4746
    /// A process that follows a folder: `RAGV` in ASCII.
    case watching = 0x5241_4756
  }

  let path: String
  let isShared: Bool
  let purpose: Purpose

  /// Returns the locks of a folder: those of the folders above it, from the root, and its own.
  static func locks(of folder: String, for purpose: Purpose) -> [FolderLock] {
    var locks: [FolderLock] = []
    for index in folder.indices where folder[index] == "/" {
      let above = index == folder.startIndex ? "/" : String(folder[..<index])
      if above != folder { locks.append(FolderLock(path: above, isShared: true, purpose: purpose)) }
    }
    return locks + [FolderLock(path: folder, isShared: false, purpose: purpose)]
  }

  /// Takes all of the locks or none; returns whether they were free.
  static func take(_ locks: [FolderLock], over connection: PostgresConnection) async throws -> Bool {
    let taken: [Bool] = try await connection.pipeline(locks.map(\.taking.statement)).map {
      try $0.first?.read(0) ?? false
    }
    guard taken.contains(false) else { return true }
    _ = try await connection.pipeline(zip(locks, taken).filter { $0.1 }.map { $0.0.freeing.statement })
    return false
  }

  /// The condition on a row of `pg_locks` that it is a folder's lock.
  static func isHeld(for purpose: Purpose) -> SQLText {
    """
    (locktype = 'advisory' AND classid = \(verbatim: "\(purpose.rawValue)") AND objsubid = 2 AND granted
      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    """
  }

  /// The `objid` in `pg_locks` of the lock of a path, which is an SQL expression.
  static func objectID(of path: SQLText) -> SQLText { "(hashtext(\(path))::bigint & 4294967295)::oid" }

  /// Whether the lock was free; it is taken then.
  private var taking: SQLText { call("pg_try_advisory_lock") }
  var freeing: SQLText { call("pg_advisory_unlock") }

  private func call(_ function: String) -> SQLText {
    """
    SELECT \(verbatim: function + (isShared ? "_shared" : ""))(
      \(verbatim: "\(purpose.rawValue)"), hashtext(\(.text(path))))
    """
  }
}
