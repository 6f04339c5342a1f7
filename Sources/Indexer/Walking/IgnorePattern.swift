/// One line of a `.gitignore` file, matched as git matches it (gitignore(5); git's `dir.c` and `wildmatch.c`).
///
/// Matches bytes, as git does: `?` is one byte.
struct IgnorePattern: Sendable {
  /// Whether the line began with `!`: what it matches is not ignored.
  let isNegated: Bool
  /// Whether the line ended in `/`: it matches only folders.
  let matchesFoldersOnly: Bool
  /// Whether the line has no `/` except at its end: it matches names at any depth.
  private let matchesNames: Bool
  /// The part before the first special character, compared literally.
  private let literal: [UInt8]
  /// The rest of the pattern; `nil` if there is none.
  private let wildcard: Wildcard?

  /// Parses a line without its line end; returns `nil` if it is empty, a comment, or a pattern that matches nothing.
  init?(_ line: some Collection<UInt8>) {
    var pattern = IgnorePattern.withoutTrailingSpaces(Array(line))
    guard let first = pattern.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { pattern.removeFirst() }
    matchesFoldersOnly = pattern.last == UInt8(ascii: "/")
    if matchesFoldersOnly { pattern.removeLast() }
    matchesNames = !pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern.removeFirst() }
    guard !pattern.isEmpty else { return nil }
    literal = Array(pattern.prefix { !IgnorePattern.special.contains($0) })
    if literal.count == pattern.count {
      wildcard = nil
    } else {
      guard let compiled = Wildcard(pattern[literal.count...]) else { return nil }
      wildcard = compiled
    }
  }

  private static let special = Set("*?[\\".utf8)

  /// Drops trailing spaces, unless a backslash escapes them.
  private static func withoutTrailingSpaces(_ line: [UInt8]) -> [UInt8] {
    var end: Int?
    var index = 0
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: " "):
        end = end ?? index
        index += 1
      case UInt8(ascii: "\\"):
        end = nil
        index += 2
      default:
        end = nil
        index += 1
      }
    }
    return end.map { Array(line[..<$0]) } ?? line
  }

  /// Whether the pattern matches a path, relative to the folder of its file and separated by `/`.
  func matches(_ path: ArraySlice<UInt8>, isFolder: Bool, _ meter: WorkMeter) throws(CancellationError) -> Bool {
    if matchesFoldersOnly, !isFolder { return false }
    var text = path
    if matchesNames, let slash = path.lastIndex(of: UInt8(ascii: "/")) { text = path[(slash + 1)...] }
    guard text.starts(with: literal) else { return false }
    text = text.dropFirst(literal.count)
    guard let wildcard else { return text.isEmpty }
    return try wildcard.matches(text, meter)
  }
}
