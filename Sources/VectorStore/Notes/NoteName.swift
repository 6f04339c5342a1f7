import Foundation

/// The forms in which names of notes are compared.
package enum NoteName {
  /// The longest name that is looked for in a query, in words, and the longest in a script without spaces, in
  /// characters.
  private static let longest = (words: 8, characters: 16)
  /// The words and characters of a query that are looked at.
  private static let looked = 100

  /// Returns a name in lower case and composed: some systems write `ü` as two code points.
  package static func lowercased(_ name: some StringProtocol) -> String {
    name.lowercased().precomposedStringWithCanonicalMapping
  }

  /// Returns a name without white space around it.
  package static func trimmed(_ name: some StringProtocol) -> String {
    name.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the words of a name in lower case, separated by single spaces, by which it is found in a query.
  package static func folded(_ name: some StringProtocol) -> String {
    words(of: lowercased(name)).joined(separator: " ")
  }

  /// Returns the words of a text as written, without signs and punctuation.
  package static func words(of text: some StringProtocol) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map { String($0) }
  }

  /// Returns a path without the extension of its file.
  package static func withoutExtension(_ path: String) -> String { (path as NSString).deletingPathExtension }

  /// Returns the name of a file at a path, without its extension.
  package static func ofFile(_ path: String) -> String {
    ((path as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  /// A sequence of words of a text that may be a name.
  package struct Candidate: Sendable, Hashable {
    /// The words as `folded(_:)` gives them.
    package var folded: String
    /// The words as written, separated by single spaces.
    package var written: String
    /// The places of its words in the text, or `nil` for a part of a word in a script without spaces.
    package var words: Range<Int>?
  }

  /// Returns what of a text may be a name: each sequence of up to eight words, and in scripts without spaces each of
  /// two to sixteen characters.
  package static func candidates(in text: String) -> [Candidate] {
    let words = Array(words(of: text).prefix(looked))
    let lower = words.map { lowercased($0) }
    var found: [Candidate] = []
    for start in words.indices {
      for end in start + 1...min(start + longest.words, words.count) {
        found.append(
          Candidate(
            folded: lower[start..<end].joined(separator: " "), written: words[start..<end].joined(separator: " "),
            words: start..<end))
      }
    }
    for run in lower.lazy.flatMap(unspacedRuns).prefix(looked) {
      for start in run.indices.prefix(looked) {
        for end in start + 1...min(start + longest.characters, run.count) where end - start > 1 {
          let part = String(run[start..<end])
          found.append(Candidate(folded: part, written: part, words: nil))
        }
      }
    }
    return found
  }

  /// Returns the parts of a word in scripts without spaces.
  private static func unspacedRuns(of word: String) -> [[Character]] {
    word.split { !($0.unicodeScalars.first.map(KeywordText.isUnspaced) ?? false) }.map(Array.init)
  }
}
