extension IndexReport {
  /// Why a folder has nothing to index.
  public enum Emptiness: Sendable, Hashable {
    /// It cannot be read.
    case unreadable(reason: String)
    /// It has files, but none of a kind that is indexed.
    case noNotes
    /// It has no files at all.
    case noFiles
  }

  /// A condition that does not stop an update, but that the user should know about.
  public enum Warning: Sendable, Hashable {
    /// The folder appears empty although the index has documents from it, which were kept.
    case outOfReach(folder: String, Emptiness, keptDocuments: Int)
    /// The folder has no notes. `isAdded` is whether it is in the index anyway.
    case nothingToIndex(folder: String, Emptiness, isAdded: Bool)
    /// Links that lead out of the folder were not followed: the path of the first one, and how many there are.
    case foreignLinks(folder: String, first: String, count: Int)
    /// An indexed folder inside the updated one is now part of it.
    case absorbed(folder: String, into: String)
    /// The folder is inside an indexed one, all of which was brought up to date.
    case partOfIndexedFolder(folder: String, whole: String)
    /// The front matter of a note could not be read, or not all of it; its text was. The file's absolute path.
    case frontMatter(file: String, reason: String)
    /// The same holds for so many more notes, which are not named.
    case moreFrontMatter(folder: String, count: Int)
    /// An indexed folder is gone, and most of its documents are in another: it was probably renamed.
    case renamed(from: String, to: String, foundDocuments: Int, of: Int)
  }
}

extension IndexReport.Warning: CustomStringConvertible {
  /// The warning as one line.
  public var description: String {
    switch self {
    case .outOfReach(let folder, let emptiness, let count):
      return "\(folder) \(emptiness.words). The index kept its \(count == 1 ? "1 note" : "\(count) notes")"
    case .nothingToIndex(let folder, let emptiness, let isAdded):
      let finding = "\(folder) \(emptiness.words)\(isAdded ? "" : ", so it was not added to the index")"
      if case .unreadable = emptiness { return finding }
      let endings = DocumentFolder.extensions.sorted().map { "." + $0 }.joined(separator: ", ")
      let isOfMail = ["/cur", "/new"].contains { folder.hasSuffix($0) && folder != $0 }
      let whole = isOfMail ? ". If it is part of a Maildir, index the whole Maildir: \(folder.dropLast(4))" : ""
      return "\(finding). Indexed file types: \(endings)\(whole)"
    case .foreignLinks(let folder, let first, let count):
      let others = count > 1 ? " (and \(count - 1) more)" : ""
      return "\(folder)/\(first)\(others) leads out of the folder and was not followed."
    case .absorbed(let folder, let outer):
      return "\(folder) was in the index as a separate folder and is now part of \(outer)."
    case .partOfIndexedFolder(let folder, let whole):
      return "\(folder) is part of \(whole), which is in the index: the whole folder was updated."
    case .frontMatter(let file, let reason):
      return "\(file): \(reason)"
    case .moreFrontMatter(let folder, let count):
      return "\(folder): the front matter of \(count == 1 ? "1 more note" : "\(count) more notes") could not be read"
    case .renamed(let former, let folder, let found, let count):
      return "\(former) is gone, and \(found) of its \(count) notes are in \(folder)."
    }
  }
}

extension IndexReport.Emptiness {
  fileprivate var words: String {
    switch self {
    case .unreadable(let reason): "cannot be read (\(reason))"
    case .noNotes: "contains no notes"
    case .noFiles: "contains no files"
    }
  }
}
