import Foundation
import VectorStore

/// The differences between a folder's files and its documents in an index, judging by names, sizes and dates.
struct FolderDiff: Sendable {
  /// A file that was found, and its document in the index.
  struct File: Sendable {
    var found: DocumentFolder.File
    /// `nil` if the file is new or has another name.
    var document: Document?
    /// Whether it must be read again for later occurrences of its events.
    var lacksOccurrences = false
    /// Whether the days of its events are those of another time zone.
    var hasOtherTimeZone = false
    /// Of a file that is read again even if it has not changed: its document.
    var former: Document?
    /// Whether the index has no text of it because it could not be read.
    var hasFailed = false
  }

  /// New files, and files whose size or date differs from their documents', by path.
  private(set) var unread: [File] = []
  /// The number of files with their documents' size and date.
  private(set) var unchanged = 0
  /// Documents whose files no longer exist.
  private(set) var missing: [Document] = []
  /// Documents whose files exist but are no longer among the folder's notes, for example because of `.ragignore`.
  private(set) var ignored: [Document] = []
  /// Documents of unknown state: their path, or a folder above it, cannot be read.
  private(set) var unreadable: [Document] = []

  /// Compares the files of a folder with its documents in the index.
  ///
  /// - Parameters:
  ///   - ending: The paths of documents that must be read for later occurrences of their events.
  ///   - displaced: The paths of documents whose events are on the days of another time zone.
  ///   - readsScans: Whether a document counts as changed too if its pictures may have text that is not read yet.
  ///   - readsMarkdown: Whether all Markdown counts as changed.
  init(
    of listing: DocumentFolder.Listing, since documents: [Document], ending: Set<String> = [],
    displaced: Set<String> = [], readsScans: Bool = false, readsMarkdown: Bool = false
  ) {
    var known = Dictionary(documents.map { (ExactPath($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    for file in listing.files {
      let document = known.removeValue(forKey: ExactPath(file.path))
      let lacksOccurrences = document.map { ending.contains($0.path) } ?? false
      let hasOtherTimeZone = document.map { displaced.contains($0.path) } ?? false
      let isRead = readsMarkdown && document != nil && DocumentFormat(path: file.path) == .markdown
      if let document, !lacksOccurrences, !hasOtherTimeZone, !isRead, document.size == file.size,
        document.modified == file.modified, !(readsScans && document.awaitsRecognition)
      {
        unchanged += 1
      } else {
        unread.append(
          File(
            found: file, document: document, lacksOccurrences: lacksOccurrences, hasOtherTimeZone: hasOtherTimeZone,
            former: isRead ? document : nil))
      }
    }
    let unseen = listing.unseen
    for (path, document) in known.sorted(by: { $0.key < $1.key }) {
      // If the folder is gone, so are all its documents.
      if path.lies(inAnyOf: unseen), !Self.isMissing(document.folder) {
        unreadable.append(document)
      } else if Self.isMissing(document.folder + "/" + document.path) {
        missing.append(document)
      } else {
        ignored.append(document)
      }
    }
  }

  /// Returns the files that are not in the queue as they are now.
  static func unqueued(_ files: [File], _ queued: [QueuedFile]) -> [File] {
    let waiting = Dictionary(
      queued.filter { !$0.hasFailed }.map { (ExactPath($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    return files.filter { file in
      guard let known = waiting[ExactPath(file.found.path)] else { return true }
      return known.size != file.found.size || known.modified != file.found.modified
    }
  }

  /// Leaves out files that wait for a worker.
  mutating func leaveOut(_ queued: [QueuedFile]) {
    if !queued.isEmpty { unread = Self.unqueued(unread, queued) }
  }

  /// Documents to remove from the index, unless a file of another name has the same contents, by path.
  var gone: [Document] {
    (missing + ignored).sorted { ExactPath($0.path) < ExactPath($1.path) }
  }

  /// Files without a document in the index.
  var new: [DocumentFolder.File] { unread.filter { $0.document == nil }.map(\.found) }

  /// Returns the new files that cannot be indexed: those that may not be read, and those that existed, and were not
  /// ignored, when their folder was last read completely.
  ///
  /// What was ignored then is not known: a file counts as new too if an ignore file above it has changed since, or a
  /// folder above it, which may have had one.
  func failed(in folder: IndexStatus.Folder) -> [DocumentFolder.File] {
    let read = folder.indexedSeconds * 1_000_000_000
    /// Whether rules may have changed in a folder or above it, by its path.
    var changes: [ExactPath: Bool] = [:]
    func rulesMayDiffer(in path: Substring) -> Bool {
      let key = ExactPath(String(path))
      if let known = changes[key] { return known }
      let place = path.isEmpty ? folder.path : folder.path + "/" + path
      let isChanged = ([place] + IgnoreRules.fileNames.map { place + "/" + $0 }).contains {
        ((try? FileStamp(path: $0, following: true).changed) ?? 0) >= read
      }
      let result = isChanged || !path.isEmpty && rulesMayDiffer(in: Self.folder(of: path))
      changes[key] = result
      return result
    }
    return new.filter { file in
      let path = folder.path + "/" + file.path
      guard access(path, R_OK) == 0, let stamp = try? FileStamp(path: path, following: true) else { return true }
      return stamp.changed < read && !rulesMayDiffer(in: Self.folder(of: file.path[...]))
    }
  }

  /// Returns the path of the folder that a path is in; that of the root is empty.
  private static func folder(of path: Substring) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  /// Documents whose files have another size or date; their contents may be the same.
  var changed: [Document] { unread.compactMap(\.document) }

  /// Whether a path, or what a link there leads to, does not exist.
  private static func isMissing(_ path: String) -> Bool {
    do {
      _ = try FileStamp(path: path, following: true)
      return false
    } catch {
      return error.isMissing
    }
  }
}
