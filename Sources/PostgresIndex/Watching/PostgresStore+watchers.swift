import Postgres
package import VectorStore

extension PostgresStore {
  /// Returns the processes that follow folders, whatever machine they are on. A standby does not know them.
  package func watchers() async throws -> [IndexWatcher] {
    let found = try await rows(
      """
      SELECT pid, application_name, path FROM rag.folders
        JOIN pg_locks ON objid = \(FolderLock.objectID(of: "path")) AND mode = 'ExclusiveLock'
          AND \(FolderLock.isHeld(for: .watching))
        JOIN pg_stat_activity USING (pid)
      ORDER BY path
      """
    ).map { row in (session: try row.read(0) as Int, name: try row.read(1) as String, folder: try row.read(2) as String)
    }
    return Dictionary(grouping: found, by: \.session).sorted { $0.key < $1.key }.compactMap { _, rows in
      rows.first.map { WatcherName.watcher($0.name, folders: rows.map(\.folder)) }
    }
  }
}
