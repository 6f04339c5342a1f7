import VectorStore

/// How a folder's files differ from the documents that an index holds of it, as far as names, sizes and dates tell.
struct FolderDiff: Sendable {
  /// A file that was found, and the document that the index holds of it.
  struct File: Sendable {
    var found: DocumentFolder.File
    /// `nil` if the index holds none: the file is new, has another name, or could not be indexed.
    var document: Document?
  }

  /// Files that are new, and files of another size or date than their documents, by path.
  private(set) var unread: [File] = []
  /// How many files have their documents' size and date.
  private(set) var unchanged = 0
  /// Documents with nothing left where their files were.
  private(set) var missing: [Document] = []
  /// Documents whose files are there and no longer among the folder's notes, as `.ragignore` says.
  private(set) var ignored: [Document] = []
  /// Documents of which nothing is known: what stands at their path, or above it, cannot be looked at.
  private(set) var unreadable: [Document] = []

  /// Compares what was found in a folder with the documents that the index holds of it.
  ///
  /// A document whose tags are not known counts as changed, so that it is read.
  init(of listing: DocumentFolder.Listing, since documents: [Document]) {
    var known = Dictionary(documents.map { (ExactPath($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    for file in listing.files {
      let document = known.removeValue(forKey: ExactPath(file.path))
      if let document, document.tags != nil, document.size == file.size, document.modified == file.modified {
        unchanged += 1
      } else {
        unread.append(File(found: file, document: document))
      }
    }
    let unseen = listing.unseen
    for (path, document) in known.sorted(by: { $0.key < $1.key }) {
      // Of a folder that is gone, all is.
      if path.lies(inAnyOf: unseen), !Self.isMissing(document.folder) {
        unreadable.append(document)
      } else if Self.isMissing(document.folder + "/" + document.path) {
        missing.append(document)
      } else {
        ignored.append(document)
      }
    }
  }

  /// Documents that are to leave the index, unless a file of another name holds the same, by path.
  var gone: [Document] {
    (missing + ignored).sorted { ExactPath($0.path) < ExactPath($1.path) }
  }

  /// Files that the index holds no document of.
  var new: [DocumentFolder.File] { unread.filter { $0.document == nil }.map(\.found) }

  /// Documents whose files have another size or date; what they hold may be the same.
  var changed: [Document] { unread.compactMap(\.document) }

  /// Whether there is nothing at a path, nor where a link there leads.
  private static func isMissing(_ path: String) -> Bool {
    do {
      _ = try FileStamp(path: path, following: true)
      return false
    } catch {
      return error.isMissing
    }
  }
}
