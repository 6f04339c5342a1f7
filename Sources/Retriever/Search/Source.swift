public import VectorStore

/// The place of a passage: lines of a file in a folder of notes.
public struct Source: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The absolute path of the folder that was indexed.
  public var folder: String
  /// The file's path inside the folder.
  public var path: String
  /// The lines, counted from 1.
  public var lines: ClosedRange<Int>
  /// A prefix for `path` if the index has several folders: enough of the folder's path to distinguish them.
  public var folderLabel: String?
  /// The places of the document, if its lines are not those of its file.
  public var places: Places?

  /// Creates a source.
  public init(
    folder: String, path: String, lines: ClosedRange<Int>, folderLabel: String? = nil, places: Places? = nil
  ) {
    self.places = places
    self.folder = folder
    self.path = path
    self.lines = lines
    self.folderLabel = folderLabel
  }

  /// A path that is unique in the index: `keys.md`, or `work/keys.md` if the index has several folders.
  public var displayPath: String {
    folderLabel.map { "\($0)/\(path)" } ?? path
  }

  /// The file's absolute path.
  public var absolutePath: String { "\(folder)/\(path)" }

  /// The place that a person can open, such as `p. 12` of a PDF file; `nil` if the lines are those of the file.
  public var place: String? { places?.name(ofLines: lines) }

  /// The page of a PDF file on which the lines begin; `nil` for other formats.
  public var page: Int? {
    guard let places, places.unit == .page else { return nil }
    return places.label(ofLine: lines.lowerBound).flatMap { Int($0) }
  }

  /// `keys.md:41-58`, or `keys.md:41` for one line, the form that editors and `grep -n` use; for a format with places,
  /// `paper.pdf p. 12`.
  public var description: String {
    if let place { return "\(displayPath) \(place)" }
    return lines.count == 1
      ? "\(displayPath):\(lines.lowerBound)" : "\(displayPath):\(lines.lowerBound)-\(lines.upperBound)"
  }

  /// Whether both are in the same file. Compares bytes, since canonically equivalent paths may name two files.
  func isOfSameFile(as other: Source) -> Bool {
    path.utf8.elementsEqual(other.path.utf8) && folder.utf8.elementsEqual(other.folder.utf8)
  }

  /// Whether this source is first in the order of the notes: by path, then first line, then folder.
  func precedes(_ other: Source) -> Bool {
    if !path.utf8.elementsEqual(other.path.utf8) { return path.utf8.lexicographicallyPrecedes(other.path.utf8) }
    if lines.lowerBound != other.lines.lowerBound { return lines.lowerBound < other.lines.lowerBound }
    return folder.utf8.lexicographicallyPrecedes(other.folder.utf8)
  }

  /// Returns the same file with other lines.
  package func narrowed(to lines: ClosedRange<Int>) -> Source {
    var source = self
    source.lines = lines
    return source
  }
}
