/// Lines of a note that an answer cites, as they were when it was written.
public struct CitedLines: Sendable, Hashable {
  /// The absolute path of the folder of notes.
  public var folder: String
  /// The file's path inside the folder.
  public var path: String
  /// The lines, from 1.
  public var lines: ClosedRange<Int>
  /// The cited text. It may begin and end within a line.
  public var text: String
  /// The SHA-256 digest of the lines, from the first character of the first to the last of the last, in UTF-8 with a
  /// line feed between two lines, in 64 hexadecimal digits; `nil` if it is unknown.
  ///
  /// For a file in UTF-8 whose lines end in line feeds, `sed -n 41,58p keys.md | head -c -1 | sha256sum` prints it.
  public var digest: String?
  /// Whether pages of the file that are pictures were read (OCR). They are counted among its lines.
  public var isRecognized: Bool

  /// Creates a citation.
  public init(
    folder: String, path: String, lines: ClosedRange<Int>, text: String, digest: String? = nil,
    isRecognized: Bool = false
  ) {
    (self.folder, self.path, self.lines, self.text, self.digest) = (folder, path, lines, text, digest)
    self.isRecognized = isRecognized
  }

  /// Returns the same citation with the digest of its lines, or without one if the file no longer contains its text
  /// there, or has pages that are pictures: to read these again may take minutes.
  public func withDigest() async -> CitedLines {
    var cited = self
    cited.digest = nil
    if !isRecognized, let text = try? await LinedText.of(path, in: folder),
      text.contains(self.text, at: lines.lowerBound)
    {
      cited.digest = text.digest(of: lines)
    }
    return cited
  }
}
