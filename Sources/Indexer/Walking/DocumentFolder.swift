import Files

/// A folder of notes on disk.
package struct DocumentFolder: Sendable {
  /// The endings of names that are notes, in lower case.
  package static let extensions: Set<String> = ["md", "markdown", "txt", "org", "rst"]

  /// The folder's absolute path, without symbolic links.
  package let path: String

  /// Names a folder, which need not exist.
  package init(_ path: String) {
    self.path = RealPath.resolve(path)
  }

  /// A note that was found.
  package struct File: Sendable, Hashable {
    /// The path from the folder.
    package var path: String
    /// Bytes.
    package var size: Int64
    /// When it was last changed, in nanoseconds since 1970.
    package var modified: Int64
  }

  /// What a folder holds.
  package struct Listing: Sendable {
    /// The notes, ordered by the bytes of their paths.
    package var files: [File] = []
    /// What could not be looked at, ordered likewise.
    ///
    /// A folder's path stands for all that is in it.
    package var failures: [IndexReport.Failure] = []
    /// Symbolic links that lead out of the folder.
    package var foreignLinks: [String] = []
    /// The folders that were entered, from the root, which is empty.
    var folders: Set<ExactPath> = []
    /// Whether a file was met that is not hidden, or a link: none is where a disk is not mounted.
    var holdsFiles = false

    /// The paths of which nothing is known, nor of what lies in them; the root's is empty.
    var unseen: Set<ExactPath> { Set(failures.map { ExactPath($0.path == "." ? "" : $0.path) }) }
  }

  /// Walks the folder.
  ///
  /// Hidden names are left out, and what `.gitignore` and `.ragignore` name. A symbolic link is followed when it ends
  /// inside the folder, at something that was not met already. A folder whose rules cannot be read is not entered.
  ///
  /// Throws `CancellationError`, and nothing else.
  ///
  /// - Parameters:
  ///   - meter: Counts the names, and what matching them takes.
  ///   - progress: Is told in each folder how many notes were found before.
  package func listing(
    _ meter: WorkMeter = WorkMeter(), progress: (Int) -> Void = { _ in }
  ) throws(CancellationError) -> Listing {
    var walk = FolderWalk(root: path, meter: meter)
    try walk.run(progress)
    return walk.sortedListing
  }

  /// Whether a path's name ends as notes' names do.
  static func isNote(_ name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
