/// What the `.gitignore` and `.ragignore` files of a folder, and of the folders above it, say of a path.
///
/// The last line that matches decides; the rules of a deeper folder come after those further up. `.ragignore` has the
/// last word: only where none of its lines match does `.gitignore` count. Nothing brings back what lies in an ignored
/// folder, for that is never entered.
struct IgnoreRules: Sendable {
  /// The files that hold rules, those with the last word first.
  static let fileNames = [".ragignore", ".gitignore"]

  private struct Level: Sendable {
    /// Bytes of a path that lead to the folder of the file, its last `/` included.
    var prefix: Int
    var patterns: [IgnorePattern]
  }

  /// By file name, from the root down.
  private var levels: [[Level]] = fileNames.map { _ in [] }

  /// The rules of a root without any file of rules.
  init() {}

  /// The rules inside a folder, whose own files are given by their names' places in `fileNames`.
  ///
  /// `folder` is a path from the root, empty for the root itself.
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

  /// Whether a path from the root is ignored, when the folder that holds it is not.
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

  /// The lines of a file of rules: its bytes as they are, since names need not be UTF-8, but UTF-16 as UTF-8.
  ///
  /// Throws `DocumentText.NotText`, also for a NUL byte, which no name holds: the rules would hide nothing, unnoticed.
  static func decode(_ bytes: [UInt8], _ meter: WorkMeter) throws -> [UInt8] {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: { bytes.starts(with: $0) }) { return try DocumentText(decoding: bytes, meter).bytes }
    if let offset = bytes.firstIndex(of: 0) { throw DocumentText.NotText(offset: offset, found: "a NUL") }
    return bytes
  }

  /// The patterns of a file, in order.
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
