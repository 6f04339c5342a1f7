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
  package init(in folder: DocumentFolder, since documents: [Document]) throws(CancellationError) {
    self.folder = folder.path
    let listing = try folder.listing()
    let present = Set(listing.files.map { ExactPath($0.path) })
    let unseen = listing.unseen
    for document in documents {
      let path = ExactPath(document.path)
      if present.contains(path) {
        switch document.isCurrent() {
        case true: break
        case false: changed += 1
        case nil: unreadable += 1
        }
      } else if document.isMissing {
        missing += 1
      } else if !path.lies(inAnyOf: unseen) {
        ignored += 1
      }
    }
    unreadable += unseen.count { !$0.bytes.isEmpty }
    unindexed = present.subtracting(documents.map { ExactPath($0.path) }).count
  }
}

extension Document {
  /// Whether there is nothing where the file was.
  var isMissing: Bool {
    do {
      _ = try FileStamp(path: folder + "/" + path, following: true)
      return false
    } catch {
      return error.isMissing
    }
  }
}
