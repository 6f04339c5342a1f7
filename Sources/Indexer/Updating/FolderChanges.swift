package import VectorStore

/// The differences between a folder's files and its documents in the index.
package struct FolderChanges: Sendable, Hashable, Encodable {
  package var folder: String
  /// The number of notes whose contents differ from the index.
  package var changed = 0
  /// The number of notes that are gone.
  package var missing = 0
  /// The number of notes that exist but are no longer indexed, for example because of `.ragignore`.
  package var ignored = 0
  /// The number of files and folders that cannot be read.
  package var unreadable = 0
  /// The number of files that the index does not have: they are new, or could not be indexed.
  package var unindexed = 0
  /// The paths of the files that could not be indexed.
  package var failed: [String]

  /// Compares a folder's files with its documents in the index.
  ///
  /// Reads files of the same size but another date.
  ///
  /// - Parameter scope: Which documents may be told of; `nil` for all.
  package init(
    in folder: IndexStatus.Folder, since documents: [Document], scope: SearchFilter? = nil
  ) throws(CancellationError) {
    self.folder = folder.path
    let listing = try DocumentFolder(folder.path, settings: folder.settings).listing().seen(
      through: scope, in: folder.path, knowing: documents)
    let diff = FolderDiff(of: listing, since: documents)
    failed = diff.failed(in: folder).map(\.path)
    (missing, ignored, unindexed) = (diff.missing.count, diff.ignored.count, diff.new.count)
    // The folder itself counts, unless it is gone.
    unreadable = listing.unseen.count { !$0.bytes.isEmpty || !diff.unreadable.isEmpty }
    for document in diff.changed {
      switch document.isCurrent() {
      case true: break
      case false: changed += 1
      case nil: unreadable += 1
      }
    }
  }
}

extension SearchIndex {
  /// Compares each folder of the index with its files, in the order of `status`.
  package func changes(since status: IndexStatus) async throws -> [FolderChanges] {
    var changes: [FolderChanges] = []
    for folder in status.folders {
      changes.append(try FolderChanges(in: folder, since: try documents(in: folder.path), scope: scope))
    }
    return changes
  }
}
