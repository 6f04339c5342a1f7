/// A value that a line states and that another may contradict: a number with its unit, or a word with digits.
package struct StatedValue: Sendable, Hashable {
  /// The value as written; of a number with a unit, the number.
  package var text: String
  /// What it can be compared with: `min` for 20 minutes, `9:9` for 10:35, `a-9` for heron-4821, `9999` for 6147.
  package var kind: String

  /// Returns the values in a text. Days and years are none: most of them differ without contradicting each other.
  package static func all(in text: String) -> [StatedValue] {
    let quantities = Quantity.all(in: text).map { StatedValue(text: $0.number, kind: $0.unit) }
    let numbers = Set(quantities.map(\.text))
    return quantities
      + Facts.words(of: text).filter { $0.contains(where: \.isNumber) && !isOfDate($0) && !numbers.contains($0) }
      .map { StatedValue(text: $0, kind: shape(of: $0)) }
  }

  /// Digits of a plain number are counted, those of other words are not.
  private static func shape(of word: String) -> String {
    let classes = word.map { $0.isNumber ? "9" : $0.isLetter ? "a" : $0 }
    if classes.allSatisfy({ $0 == "9" }) { return String(classes) }
    return String(classes.enumerated().filter { $0 == 0 || classes[$0 - 1] != $1 }.map(\.element))
  }

  /// Whether a word is a year, or a day with its month: 2019, 2026-03-01, 1.3.2026.
  private static func isOfDate(_ word: String) -> Bool {
    word.wholeMatch(of: /(19|20)[0-9]{2}|[0-9]{4}-[0-9]{2}(-[0-9]{2})?|[0-9]{1,2}[.\/][0-9]{1,2}[.\/]([0-9]{2,4})?/)
      != nil
  }
}
