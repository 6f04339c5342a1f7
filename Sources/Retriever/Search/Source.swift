/// Where a passage stands: some lines of a file in a folder of notes.
public struct Source: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The absolute path of the folder that was indexed.
  public var folder: String
  /// The file's path inside the folder.
  public var path: String
  /// The lines, counted from 1.
  public var lines: ClosedRange<Int>
  /// What to put before `path` where the index has several folders: enough of the folder's path to tell them apart.
  public var folderLabel: String?

  /// Creates a source.
  public init(folder: String, path: String, lines: ClosedRange<Int>, folderLabel: String? = nil) {
    self.folder = folder
    self.path = path
    self.lines = lines
    self.folderLabel = folderLabel
  }

  /// The path that tells this file from every other of the index: `keys.md`, or `work/keys.md` among several folders.
  public var displayPath: String {
    folderLabel.map { "\($0)/\(path)" } ?? path
  }

  /// The file's absolute path.
  public var absolutePath: String { "\(folder)/\(path)" }

  /// `keys.md:41-58`, of one line `keys.md:41`, as editors and `grep -n` write places.
  public var description: String {
    lines.count == 1 ? "\(displayPath):\(lines.lowerBound)" : "\(displayPath):\(lines.lowerBound)-\(lines.upperBound)"
  }

  /// Whether both are of one file: paths that look alike may name two.
  func isOfSameFile(as other: Source) -> Bool {
    path.utf8.elementsEqual(other.path.utf8) && folder.utf8.elementsEqual(other.folder.utf8)
  }

  /// The order of the notes: by path, then first line, then folder.
  func precedes(_ other: Source) -> Bool {
    if !path.utf8.elementsEqual(other.path.utf8) { return path.utf8.lexicographicallyPrecedes(other.path.utf8) }
    if lines.lowerBound != other.lines.lowerBound { return lines.lowerBound < other.lines.lowerBound }
    return folder.utf8.lexicographicallyPrecedes(other.folder.utf8)
  }

  /// The same file, other lines.
  package func narrowed(to lines: ClosedRange<Int>) -> Source {
    var source = self
    source.lines = lines
    return source
  }
}
