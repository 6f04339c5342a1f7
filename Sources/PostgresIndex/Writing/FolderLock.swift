import Postgres

/// An advisory lock of a folder: exclusive for a run in it, shared for a run in a folder inside it.
struct FolderLock {
  let path: String
  let isShared: Bool

  /// Returns the locks of a run in a folder: those of the folders above it, from the root, and its own.
  static func locks(of folder: String) -> [FolderLock] {
    var locks: [FolderLock] = []
    for index in folder.indices where folder[index] == "/" {
      let above = index == folder.startIndex ? "/" : String(folder[..<index])
      if above != folder { locks.append(FolderLock(path: above, isShared: true)) }
    }
    return locks + [FolderLock(path: folder, isShared: false)]
  }

  /// Whether the lock was free; it is taken then.
  var taking: SQLText { call("pg_try_advisory_lock") }
  var freeing: SQLText { call("pg_advisory_unlock") }

  private func call(_ function: String) -> SQLText {
    """
    SELECT \(verbatim: function + (isShared ? "_shared" : ""))(
      \(verbatim: "\(IndexTables.folderLocks)"), hashtext(\(.text(path))))
    """
  }
}
