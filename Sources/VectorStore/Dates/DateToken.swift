import Foundation

/// A word, a number or a sign of a text in which dates are looked for.
package struct DateToken: Sendable, Hashable {
  /// The text in lower case, without accents: a run of letters, a run of digits, or one sign. A character of a script
  /// without spaces is a word of its own.
  package var text: String
  /// The number that digits stand for, at most nine of them.
  package var number: Int?
  /// Whether the word is written with a capital letter.
  package var isCapitalized = false

  /// The number of digits; 0 for a word or a sign.
  package var digits: Int { number == nil ? 0 : text.utf8.count }

  /// The most characters of a text that are looked at.
  private static let longest = 2000

  /// Splits a text.
  package static func tokens(of text: String) -> [DateToken] {
    var tokens: [DateToken] = []
    let text = String(text.prefix(longest)).precomposedStringWithCanonicalMapping
    var rest = text[...]
    while let first = rest.first {
      var end = rest.index(after: rest.startIndex)
      if first.isWhitespace {
        rest = rest[end...]
        continue
      }
      let isDigit = first.isASCII && first.isNumber
      if isDigit {
        end = rest[end...].firstIndex { !($0.isASCII && $0.isNumber) } ?? rest.endIndex
      } else if first.isLetter, !isUnspaced(first) {
        end = rest[end...].firstIndex { !$0.isLetter || isUnspaced($0) } ?? rest.endIndex
      }
      let part = rest[..<end]
      let number = isDigit && part.count <= 14 ? Int(part) : nil
      tokens.append(
        DateToken(
          text: isDigit ? String(part) : part.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil),
          number: number, isCapitalized: first.isUppercase))
      rest = rest[end...]
    }
    return tokens
  }

  private static func isUnspaced(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(KeywordText.isUnspaced) ?? false
  }
}
