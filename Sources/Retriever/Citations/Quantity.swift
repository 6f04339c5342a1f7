/// A number with its unit, as a note writes it: `20 min`, `4.5 bar`, `121 °C`, `€ 35`.
package struct Quantity: Sendable, Hashable {
  /// The number in digits, with a decimal point.
  package var number: String
  /// The unit in lower case; of a word, its first three letters, so that `min` is `minutes`.
  package var unit: String

  /// Returns the quantities in a text, in order.
  package static func all(in text: String, language: Language = .english) -> [Quantity] {
    // A currency's sign may precede the number.
    text.matches(of: /([€$£¥])?\s?([0-9]+(?:[.,][0-9]+)*)(?:\s?([%€$£¥]|°\s?[CF]?|\p{L}+))?/)
      .compactMap { match in
        // The 12 in A-12 and the 03 in 2026-03-01 have no unit.
        let before = text[..<match.2.startIndex].last ?? " "
        let isPart = before.isLetter || before.isNumber || ".,-/:".contains(before)
        guard !isPart, let unit = match.3 ?? match.1, !Facts.isCommon(String(unit), in: language) else { return nil }
        return Quantity(number: plain(match.2), unit: key(unit))
      }
  }

  private static func key(_ unit: Substring) -> String {
    String(unit.lowercased().filter { !$0.isWhitespace }.prefix(3))
  }

  /// Returns a number without thousands separators, with a decimal point and without zeros at its end.
  private static func plain(_ number: Substring) -> String {
    // 1,200 or 1.200,50: of two kinds of separators, the last is the decimal one.
    let isGrouped = number.wholeMatch(of: /[0-9]{1,3}(?:[.,][0-9]{3})+/) != nil
    guard !isGrouped, let point = number.lastIndex(where: { !$0.isNumber }) else { return number.filter(\.isNumber) }
    let whole = number[..<point].filter(\.isNumber)
    let fraction = number[point...].dropFirst().replacing(/0+$/, with: "")
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }
}
