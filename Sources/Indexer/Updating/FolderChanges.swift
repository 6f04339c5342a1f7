package import VectorStore

/// How a folder's files differ from what the index holds of them.
package struct FolderChanges: Sendable, Hashable, Encodable {
  package var folder: String
  /// Notes that hold something else than the index.
  package var changed = 0
  /// Notes that are gone.
  package var missing = 0
  /// Notes that are there and not looked at any more, as `.ragignore` says.
  package var ignored = 0
  /// Files and folders that cannot be looked at.
  package var unreadable = 0
  /// Files that the index does not hold: they are new, or could not be indexed.
  package var unindexed = 0

  /// Compares a folder's files with the documents that the index has of it.
  ///
  /// Files of another date are read.
  package init(in folder: DocumentFolder, since documents: [Document]) throws(CancellationError) {
    self.folder = folder.path
    let listing = try folder.listing()
    let diff = FolderDiff(of: listing, since: documents)
    (missing, ignored, unindexed) = (diff.missing.count, diff.ignored.count, diff.new.count)
    // The folder itself is one of them, unless it is gone.
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
