import ForeignFormats
import Foundation
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
  /// What cannot be read, and why: those files, and others that the folder's walk met.
  package var failures: [IndexReport.Failure]
  /// What became of the files of each format.
  package var formats: [FormatCount]
  /// How many files are no notes, by extension, in lower case; empty for none.
  package var others: [String: Int]
  /// Whether the folder is gone or has no files, so that the index keeps its notes.
  package var isOutOfReach: Bool

  /// Compares a folder's files with its documents in the index.
  ///
  /// Reads files of the same size but another date, and those that could not be indexed.
  ///
  /// - Parameters:
  ///   - unread: What could not be read of documents, of any folder.
  ///   - queued: What a worker will encode of the folder, which counts as neither new nor changed.
  ///   - scope: Which documents may be told of; `nil` for all.
  package init(
    in folder: IndexStatus.Folder, since documents: [Document], unread: [UnreadFile] = [], queued: [QueuedFile] = [],
    scope: SearchFilter? = nil
  ) throws(CancellationError) {
    self.folder = folder.path
    let found = DocumentFolder(folder.path, settings: folder.settings)
    let listing = try found.listing(listsSkipped: true).seen(through: scope, in: folder.path, knowing: documents)
    var diff = FolderDiff(of: listing, since: documents)
    diff.leaveOut(queued)
    others = listing.others
    isOutOfReach =
      !listing.holdsFiles && (!documents.isEmpty || !FileManager.default.fileExists(atPath: folder.path))
    failed = diff.failed(in: folder).map(\.path)
    (missing, ignored, unindexed) = (diff.missing.count, diff.ignored.count, diff.new.count)
    // The folder itself counts, unless it is gone.
    unreadable = listing.unseen.count { !$0.bytes.isEmpty || !diff.unreadable.isEmpty }
    failures = listing.failures.filter { $0.path != "." || !diff.unreadable.isEmpty }
    for path in failed {
      failures.append(IndexReport.Failure(path: path, reason: try NoteText.reasonUnread(path, in: folder.path)))
    }
    var stale = diff.gone
    for document in diff.changed {
      switch document.isCurrent() {
      case true: break
      case false:
        stale.append(document)
        // What a file in a foreign format has now is known only by converting it.
        if ForeignFormat(path: document.path) == nil,
          let reason = try NoteText.reasonNotText(document.path, in: folder.path)
        {
          unreadable += 1
          failures.append(IndexReport.Failure(path: document.path, reason: reason))
        } else {
          changed += 1
        }
      case nil:
        unreadable += 1
        let reason = try NoteText.reasonUnread(document.path, in: folder.path)
        failures.append(IndexReport.Failure(path: document.path, reason: reason))
      }
    }
    failures.sort { ExactPath($0.path) < ExactPath($1.path) }
    formats = []
    formats = FormatCount.sum(
      of: FormatCount.counts(of: documents, unread: unread)
        + counts(of: stale.map(\.path), \.stale) + counts(of: listing.skipped, \.skipped)
        + counts(of: failedNotes(of: found, documents), \.failed)
        + counts(of: Set(diff.new.map(\.path)).subtracting(failed), \.new))
  }

  /// Returns the paths of the notes that cannot be read and are not in the index.
  private func failedNotes(of folder: DocumentFolder, _ documents: [Document]) -> [String] {
    let known = Set(documents.map { ExactPath($0.path) })
    return failures.map(\.path).filter { folder.isNote($0) && !known.contains(ExactPath($0)) }
  }

  private func counts(of paths: some Sequence<String>, _ kind: WritableKeyPath<FormatCount, Int>) -> [FormatCount] {
    paths.map { path in
      var count = FormatCount(format: FormatCount.format(of: path))
      count[keyPath: kind] = 1
      return count
    }
  }
}

extension SearchIndex {
  /// Compares each folder of the index with its files, in the order of `status`.
  package func changes(since status: IndexStatus) async throws -> [FolderChanges] {
    var changes: [FolderChanges] = []
    let unread = try await unreadFiles()
    for folder in status.folders {
      let documents = try await documents(in: folder.path)
      let queued = try await queuedFiles(in: folder.path)
      changes.append(try FolderChanges(in: folder, since: documents, unread: unread, queued: queued, scope: scope))
    }
    return changes
  }

  /// Counts what was read of the files of each format, without a look at the folders.
  package func formatCounts() async throws -> [FormatCount] {
    let unread = try await unreadFiles()
    var counts: [FormatCount] = []
    for folder in try await folders() {
      counts += FormatCount.counts(of: try await documents(in: folder), unread: unread)
    }
    return FormatCount.sum(of: counts)
  }
}
