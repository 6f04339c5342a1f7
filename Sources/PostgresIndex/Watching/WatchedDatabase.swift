package import Embedding
import Foundation
package import Postgres
package import VectorStore

/// An index in a database, each folder of which one process at a time follows: it holds an advisory lock of the folder
/// in a session of its own, and the server frees the lock when the process or its machine is gone.
package actor WatchedDatabase: WatchedIndex {
  private let address: PostgresAddress
  private var connecting: Task<Session, any Error>?
  /// The folders whose locks the session has.
  private var held: Set<String> = []
  /// The last session, which may outlive its connection.
  private var last: Session.ID?

  package init(_ address: PostgresAddress) { self.address = address }

  package nonisolated var name: String { address.description }
  package nonisolated var isShared: Bool { true }

  package func begin() async throws -> IndexWatcher? {
    _ = try await connection()
    return nil
  }

  package func end() async {
    await (try? connecting?.value)?.connection.close()
    (connecting, last, held) = (nil, nil, [])
  }

  package func folders() async throws -> [String]? {
    let connection = try await connection()
    let exists: Bool =
      try await connection.query("SELECT to_regclass('rag.folders') IS NOT NULL").first?.read(0) ?? false
    guard exists else { return nil }
    return try await connection.query("SELECT path FROM rag.folders ORDER BY path").map { try $0.read(0) }
  }

  package func take(_ folders: [String]) async throws -> [String: IndexWatcher] {
    let connection = try await connection()
    var others: [String: IndexWatcher] = [:]
    for folder in folders where !held.contains(folder) {
      if try await FolderLock.take(FolderLock.locks(of: folder, for: .watching), over: connection) {
        held.insert(folder)
      } else {
        others[folder] = try await Self.watcher(of: folder, over: connection)
      }
    }
    return others
  }

  package func leave(_ folder: String) async {
    guard held.remove(folder) != nil, let connection = try? await connection() else { return }
    // If it fails, the session ends, and its locks with it.
    _ = try? await connection.pipeline(FolderLock.locks(of: folder, for: .watching).map(\.freeing.statement))
  }

  package nonisolated func open(encoder: (any TextEncoder)?) async throws -> SearchIndex {
    try await SearchIndex.open(at: address, encoder: encoder, access: encoder == nil ? .readOnly : .readWrite)
  }

  package nonisolated func isInAnotherSpace(than space: EmbeddingSpace) async throws -> Bool {
    try await IndexLocation.database(address).isInAnotherSpace(than: space)
  }

  package nonisolated func isOutOfReach(after error: any Error) -> Bool {
    (error as? PostgresError)?.mayBeOver ?? false
  }

  /// Returns the session's connection. After it was lost, it is made anew, and has no locks.
  private func connection() async throws -> PostgresConnection {
    if let known = connecting {
      if let session = try? await known.value, await session.connection.isOpen { return session.connection }
      // Of several that find it lost, the first makes a new one.
      if connecting == known { (connecting, held) = (nil, []) }
    }
    let task = connecting ?? Task { [address, last] in try await Session(at: address, insteadOf: last) }
    connecting = task
    let session = try await task.value
    last = session.id
    return session.connection
  }

  /// Returns who follows a folder, one inside it or one around it.
  private static func watcher(
    of folder: String, over connection: PostgresConnection
  ) async throws -> IndexWatcher {
    let above = FolderLock.locks(of: folder, for: .watching).dropLast().map(\.path)
    let sql: SQLText = """
      SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE \(FolderLock.isHeld(for: .watching)) AND pid <> pg_backend_pid()
        AND (objid = \(FolderLock.objectID(of: "\(.text(folder))"))
          OR mode = 'ExclusiveLock'
            AND objid IN (SELECT \(FolderLock.objectID(of: "path")) FROM unnest(\(.texts(above))) AS path))
      LIMIT 1
      """
    guard let row = try await connection.query(sql.statement).first else { return IndexWatcher() }
    return WatcherName.watcher(try row.read(0))
  }
}

/// A session that is named for this process.
private struct Session: Sendable {
  /// What a server knows a session by.
  struct ID: Sendable {
    var process: Int
    var start: String
  }

  let connection: PostgresConnection
  let id: ID

  /// Connects, and ends a former session of this process: the server may not have noticed that its connection is lost.
  init(at address: PostgresAddress, insteadOf former: ID?) async throws {
    connection = try await PostgresConnection.connect(to: address.forWriting, noticingLostClients: true)
    do {
      let naming: SQLText = """
        SELECT set_config('application_name', \(.text(WatcherName.own)), false), pid, backend_start::text
        FROM pg_stat_activity WHERE pid = pg_backend_pid()
        """
      let row = try await connection.query(naming.statement).first
      id = ID(process: try row?.read(1) ?? 0, start: try row?.read(2) ?? "")
      guard let former else { return }
      let ending: SQLText = """
        SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
        WHERE pid = \(.int(former.process)) AND backend_start::text = \(.text(former.start))
        """
      try await connection.query(ending.statement)
    } catch {
      await connection.close()
      throw error
    }
  }
}
