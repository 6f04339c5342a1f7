/// One line of a `.gitignore` file, matched as git matches it (gitignore(5); git's `dir.c` and `wildmatch.c`).
///
/// Matching is on bytes, as git's is: `?` is one byte.
struct IgnorePattern: Sendable {
  /// The line began with `!`: what it matches is not ignored.
  let isNegated: Bool
  /// The line ended in `/`: it matches folders alone.
  let matchesFoldersOnly: Bool
  /// The line holds no `/` but at its end: it matches names at any depth.
  private let matchesNames: Bool
  /// The part before the first special character, compared as it is.
  private let literal: [UInt8]
  /// What follows it; `nil` if nothing does.
  private let wildcard: Wildcard?

  /// Reads a line without its end; `nil` for an empty one, a comment, and a pattern that matches nothing.
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

  /// Spaces at the end go, unless a backslash stands before them.
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

  /// Whether the pattern matches a path, given from the folder of the pattern's file, with `/` between its parts.
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
