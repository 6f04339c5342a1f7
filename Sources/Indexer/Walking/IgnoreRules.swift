import ForeignFormats

/// The rules in the `.gitignore` and `.ragignore` files of a folder and of the folders above it.
///
/// The last line that matches decides; the rules of a deeper folder come after those further up. `.ragignore` takes
/// precedence: `.gitignore` counts only if none of its lines match. Nothing in an ignored folder can be included again,
/// since the folder is never entered.
struct IgnoreRules: Sendable {
  /// The names of ignore files, by descending precedence.
  static let fileNames = [".ragignore", ".gitignore"]

  private struct Level: Sendable {
    /// The length in bytes of the path to the file's folder, including its last `/`.
    var prefix: Int
    var patterns: [IgnorePattern]
  }

  /// The levels of each file name, from the root down.
  private var levels: [[Level]] = fileNames.map { _ in [] }

  /// Creates the rules of a root without ignore files.
  init() {}

  /// Returns the rules inside a folder, given the contents of its own files in the order of `fileNames`.
  ///
  /// `folder` is relative to the root, and empty for the root itself.
  func inside(
    _ folder: [UInt8], files: [[UInt8]?], _ meter: WorkMeter
  ) throws(CancellationError) -> IgnoreRules {
    var rules = self
    for (kind, contents) in files.enumerated() {
      guard let contents else { continue }
      let patterns = try IgnoreRules.patterns(contents, meter)
      guard !patterns.isEmpty else { continue }
      rules.levels[kind].append(Level(prefix: folder.isEmpty ? 0 : folder.count + 1, patterns: patterns))
    }
    return rules
  }

  /// Whether a path relative to the root is ignored, if its folder is not.
  func ignore(_ path: [UInt8], isFolder: Bool, _ meter: WorkMeter) throws(CancellationError) -> Bool {
    for levels in levels {
      for level in levels.reversed() {
        let rest = path[level.prefix...]
        for pattern in level.patterns.reversed() {
          try meter.add(1)
          if try pattern.matches(rest, isFolder: isFolder, meter) { return !pattern.isNegated }
        }
      }
    }
    return false
  }

  /// Returns the bytes of an ignore file: unchanged, since names need not be UTF-8, but UTF-16 as UTF-8.
  ///
  /// Throws `DocumentText.NotText`, also for a NUL byte, which no name contains: the rules would silently hide nothing.
  static func decode(_ bytes: [UInt8], _ meter: WorkMeter) throws -> [UInt8] {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: { bytes.starts(with: $0) }) { return try DocumentText(decoding: bytes, meter).bytes }
    if let offset = bytes.firstIndex(of: 0) { throw DocumentText.NotText(offset: offset, found: "a NUL") }
    return bytes
  }

  /// Returns the patterns of a file, in order.
  private static func patterns(
    _ contents: [UInt8], _ meter: WorkMeter
  ) throws(CancellationError) -> [IgnorePattern] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = contents.starts(with: mark) ? contents[3...] : contents[...]
    var patterns: [IgnorePattern] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      try meter.add(line.count)
      if let pattern = IgnorePattern(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) {
        patterns.append(pattern)
      }
    }
    return patterns
  }
}
