package import JSONSchema
import LanguageModels

/// The tokens that a tool's result may take in the window of whoever called it.
///
/// A result has its contents twice, as `structuredContent` and as text, of which a client shows a model one. So they
/// count once, by an estimate that is two fifths too high on average (`TokenEstimate.most(in:)`).
package struct ResultBudget: Sendable {
  /// The budget if the caller names none: a sixteenth of a window of 32,000 tokens.
  package static let standard = 2000
  /// The same for a note that is read: 75 kB are seven pages.
  package static let standardForReading = 5000
  /// What a caller may ask for.
  package static let allowed = 1000...50_000
  /// The tokens of a result without contents.
  private static let frame = 160

  /// The tokens left for contents.
  package private(set) var left: Int

  package init(tokens: Int) { left = tokens - Self.frame }

  /// The tokens of a value in a result.
  package static func cost(of value: JSONValue) -> Int {
    TokenEstimate.most(in: value.text)
  }

  /// Takes the tokens of a value; returns false, and takes none, if too few are left.
  package mutating func take(_ value: JSONValue) -> Bool {
    let cost = Self.cost(of: value)
    guard cost <= left else { return false }
    left -= cost
    return true
  }

  /// Returns the longest beginning of a text of notes whose tokens, as it is shown, are at most `tokens`.
  ///
  /// It ends after a line if that leaves at least half of it, else after a word, else after a character, or within one
  /// that does not fit alone.
  package static func beginning(of text: Substring, within tokens: Int) -> Substring {
    func fits(_ part: Substring) -> Bool { cost(of: NoteText.shown(part)) <= tokens }
    // Between `low`, which fits, and `high`, which does not, in bytes rounded down to characters.
    var (low, high) = (0, max(1, tokens))
    while fits(text.prefix(bytes: high)) {
      guard high < text.utf8.count else { return text }
      (low, high) = (high, high * 2)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(text.prefix(bytes: middle)) { low = middle } else { high = middle }
    }
    let longest = text.prefix(bytes: low)
    let half = longest.utf8.index(longest.startIndex, offsetBy: longest.utf8.count / 2)
    for isBreak in [\Character.isNewline, \.isWhitespace] {
      if let last = longest[half...].lastIndex(where: { $0[keyPath: isBreak] }) { return longest[...last] }
    }
    return longest
  }
}

extension Substring {
  /// The most code points of a character that is never cut: those of an emoji of a family with skin tones.
  private static let longestCharacter = 16

  /// Returns the whole characters among the first bytes; the whole code points if the last character is very long.
  fileprivate func prefix(bytes: Int) -> Substring {
    var limit = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex) ?? endIndex
    while limit < endIndex, limit > startIndex, UTF8.isContinuation(utf8[limit]) { limit = utf8.index(before: limit) }
    var end = limit
    for _ in 0..<Self.longestCharacter where end > startIndex {
      if end.samePosition(in: base) != nil { return self[..<end] }
      end = unicodeScalars.index(before: end)
    }
    return self[..<limit]
  }
}
