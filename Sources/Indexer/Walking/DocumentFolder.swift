import Files
import ForeignFormats
package import VectorStore

/// A folder of notes on disk.
package struct DocumentFolder: Sendable {
  /// The file extensions of notes, in lower case: of text, and of what can be converted to text.
  package static let extensions = textExtensions.union(
    FileConverter.shared == nil ? [] : ForeignFormat.allCases.flatMap(\.extensions))
  private static let textExtensions: Set = ["md", "markdown", "txt", "org", "rst"]

  /// The folder's absolute path, without symbolic links.
  package let path: String
  /// What belongs to it beyond the notes.
  package let settings: FolderSettings

  /// Creates the description of a folder, which need not exist.
  package init(_ path: String, settings: FolderSettings = FolderSettings()) {
    self.path = RealPath.resolve(path)
    self.settings = settings
  }

  /// How the events of its calendars are looked at.
  var calendar: CalendarView { .fromNow(in: settings.timeZone) }

  /// A note that was found.
  package struct File: Sendable, Hashable {
    /// The path relative to the folder.
    package var path: String
    /// The size in bytes.
    package var size: Int64
    /// When it was last changed, in nanoseconds since 1970.
    package var modified: Int64
  }

  /// The contents of a folder.
  package struct Listing: Sendable {
    /// The notes, ordered by the bytes of their paths.
    package var files: [File] = []
    /// Files and folders that could not be read, in the same order.
    ///
    /// A folder's path stands for everything in it.
    package var failures: [IndexReport.Failure] = []
    /// The paths of files that would be notes, but are excluded by `.gitignore` or `.ragignore`; only if they were
    /// asked for.
    package var skipped: [String] = []
    /// How many files are no notes, by extension, in lower case and empty for none; only if skipped files were asked
    /// for, of which those that are excluded do not count.
    package var others: [String: Int] = [:]
    /// Symbolic links that lead out of the folder.
    package var foreignLinks: [String] = []
    /// The folders that were entered, relative to the root, which is empty.
    var folders: Set<ExactPath> = []
    /// Whether any file that is not hidden, or any link, was found. An unmounted disk has none.
    var holdsFiles = false

    /// The paths that could not be read, standing for everything in them; the root's is empty.
    var unseen: Set<ExactPath> { Set(failures.map { ExactPath($0.path == "." ? "" : $0.path) }) }
  }

  /// Walks the folder.
  ///
  /// Skips hidden names and what `.gitignore` and `.ragignore` exclude. Follows a symbolic link if its target is inside
  /// the folder and was not found already. Does not enter a folder whose ignore files cannot be read.
  ///
  /// Throws only `CancellationError`.
  ///
  /// - Parameters:
  ///   - meter: Counts the names, and the work of matching them.
  ///   - listsSkipped: Whether to list the excluded files too, for which excluded folders are walked.
  ///   - progress: Called in each folder with the number of notes found before.
  package func listing(
    _ meter: WorkMeter = WorkMeter(), listsSkipped: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws(CancellationError) -> Listing {
    var walk = FolderWalk(self, meter: meter, listsSkipped: listsSkipped)
    try walk.run(progress)
    return walk.sortedListing
  }

  /// Whether a path has the extension of a note, or is that of a message in a Maildir that is not marked as deleted.
  func isNote(_ name: some StringProtocol) -> Bool {
    if FileConverter.shared != nil, Maildir.isMessage(name) { return !Maildir.isTrashed(name) }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    if settings.contains(.code), SourceCode.isCode(name) { return true }
    return Self.extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Whether a file's name is that of a note in some folder, whatever its settings.
  static func mayBeNote(_ name: String) -> Bool {
    DocumentFolder("/", settings: FolderSettings(.code)).isNote(name) || Maildir.hasName(ofMessage: name)
  }
}
