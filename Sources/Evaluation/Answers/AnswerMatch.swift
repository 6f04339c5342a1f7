import Foundation

/// How well an answer matches what was expected.
///
///     let question = AnswerSet.Question(
///       id: "1", text: "When did it begin?", isAnswerable: true, answers: ["October 1973"], accepted: [["1973"]])
///     let match = AnswerMatch(of: "It began in October 1973. [1]", with: question)
///     print(match.contains, match.f1)                                      // true 0.57
public struct AnswerMatch: Sendable, Hashable, Codable {
  /// Whether it equals a reference answer, ignoring case, punctuation and articles, as SQuAD's scorer does.
  public var exact: Bool
  /// The words shared with the most similar reference answer: SQuAD's F1, from 0 to 1. In scripts without spaces, each
  /// character is a word.
  public var f1: Double
  /// Whether it contains what a right answer contains.
  public var contains: Bool
  /// Whether it is right: it contains what is accepted, or shares half of the words and all numbers of a reference.
  public var isRight: Bool

  /// Compares an answer with what a question's answer should be. Marks such as `[1]` are ignored.
  public init(of answer: String, with question: AnswerSet.Question) {
    let answer = answer.replacing(/\s*\[\d+\]/, with: "")
    let words = Self.words(of: answer)
    exact = false
    f1 = 0
    var overlaps = false
    for reference in question.answers {
      let expected = Self.words(of: reference)
      if words == expected { exact = true }
      let score = Self.f1(words, expected)
      f1 = max(f1, score)
      let numbers = expected.filter { $0.contains(where: \.isNumber) }
      if score >= 0.5, Set(numbers).isSubset(of: words) { overlaps = true }
    }
    let text = Self.normalized(answer)
    contains =
      !question.accepted.isEmpty
      && question.accepted.allSatisfy { group in group.contains { Self.contains(Self.normalized($0), in: text) } }
    isRight = contains || overlaps && question.acceptsOverlap
  }

  // MARK: words, as in SQuAD's evaluation script

  /// Returns the words in lower case, without punctuation and articles.
  static func words(of text: String) -> [String] {
    var spaced = ""
    for scalar in text.lowercased().unicodeScalars {
      if isUnspaced(scalar) {
        spaced += " \(scalar) "
      } else if !isPunctuation(scalar) {
        spaced.unicodeScalars.append(scalar)
      }
    }
    return spaced.split(whereSeparator: \.isWhitespace).map(String.init).filter { !["a", "an", "the"].contains($0) }
  }

  private static func f1(_ words: [String], _ expected: [String]) -> Double {
    var left: [String: Int] = [:]
    for word in expected { left[word, default: 0] += 1 }
    var common = 0
    for word in words where left[word, default: 0] > 0 {
      left[word, default: 0] -= 1
      common += 1
    }
    guard common > 0 else { return 0 }
    return 2 * Double(common) / Double(words.count + expected.count)
  }

  /// Whether it is punctuation in ASCII, or in a script without spaces.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "!"..."/", ":"..."@", "["..."`", "{"..."~", "\u{3001}"..."\u{303F}", "\u{FF01}"..."\u{FF0F}",
      "\u{FF1A}"..."\u{FF20}":
      true
    default: false
    }
  }

  /// Whether it is a letter of Chinese or Japanese, which have no spaces between words.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || ("\u{3041}"..."\u{30FF}").contains(scalar)
  }

  // MARK: texts

  /// Returns text in lower case, with single spaces, `-` for all dashes, and without `*`, backticks and the commas that
  /// group digits.
  static func normalized(_ text: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    let all = Array(text.lowercased().unicodeScalars)
    for (place, scalar) in all.enumerated() {
      switch scalar {
      case "*", "`": continue
      case "\u{2212}", "\u{2013}": scalars.append("-")
      case "," where isGrouping(place, in: all): continue
      case _ where scalar.properties.isWhitespace:
        if let last = scalars.last, last != " " { scalars.append(" ") }
      default: scalars.append(scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    return scalars
  }

  /// Whether a comma is between a digit and three digits.
  private static func isGrouping(_ place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0, isDigit(scalars[place - 1]) else { return false }
    let digits = scalars[(place + 1)...].prefix(4)
    return digits.prefix(3).count == 3 && digits.prefix(3).allSatisfy(isDigit)
      && !(digits.count == 4 && digits.last.map(isDigit) == true)
  }

  /// Whether a text contains another that is not part of a longer word or number there.
  static func contains(_ part: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Bool {
    guard let first = part.first, let last = part.last, part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { start in
      let end = start + part.count
      guard text[start] == first, text[start..<end].elementsEqual(part) else { return false }
      return !(start > 0 && joins(text[start - 1], first)) && !(end < text.count && joins(last, text[end]))
        && !continuesNumber(after: end, in: text) && !continuesNumber(before: start, in: text)
    }
  }

  /// Whether two characters belong to the same word or number.
  private static func joins(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    isDigit(left) && isDigit(right) || isLetter(left) && isLetter(right)
  }

  /// Whether decimals follow: `4` is not in `4.5`.
  private static func continuesNumber(after end: Int, in text: [Unicode.Scalar]) -> Bool {
    end + 1 < text.count && isDigit(text[end - 1]) && [".", ","].contains(text[end]) && isDigit(text[end + 1])
  }

  private static func continuesNumber(before start: Int, in text: [Unicode.Scalar]) -> Bool {
    start > 1 && isDigit(text[start]) && [".", ","].contains(text[start - 1]) && isDigit(text[start - 2])
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && !isUnspaced(scalar)
  }
}
