/// A date with its year, as people write it in text and in names of files: `2025-03-14`, `14 March 2025`, `March 2025`,
/// `14.03.2025`, `2025年3月14日`, `2025-W11`.
package struct WrittenDate: Sendable, Hashable {
  /// How exact a date is.
  package enum Precision: Int, Sendable, Hashable, Comparable {
    case year, quarter, month, week, day

    package static func < (left: Precision, right: Precision) -> Bool { left.rawValue < right.rawValue }
  }

  /// The days that it stands for.
  package var days: ClosedRange<Day>
  package var precision: Precision
  /// The place of its words among the tokens of the text.
  package var tokens: Range<Int>

  /// Returns the dates in a text, from left to right. A year alone is one only where `hasYears`.
  package static func all(in text: String, hasYears: Bool = false) -> [WrittenDate] {
    let tokens = DateToken.tokens(of: text)
    var found: [WrittenDate] = []
    var place = 0
    while place < tokens.count {
      if let date = WrittenDate(in: tokens, at: place, hasYears: hasYears) {
        found.append(date)
        place = date.tokens.upperBound
      } else {
        place += 1
      }
    }
    return found
  }

  /// Reads the date that begins at a token; `nil` if none does.
  package init?(in tokens: [DateToken], at place: Int, hasYears: Bool = false) {
    guard tokens.indices.contains(place) else { return nil }
    let reader = Reader(tokens: tokens[place...])
    // A number that continues another, as in 10.2025-03-14, begins none.
    let isAlone = hasYears && !WrittenDate.isPart(ofDateIn: tokens, at: place)
    guard let found = reader.numeric() ?? reader.chinese() ?? reader.named() ?? (isAlone ? reader.year() : nil) else {
      return nil
    }
    (days, precision, self.tokens) = (found.0, found.1, place..<place + found.2)
  }

  /// Whether a number is the first or the last of three with one sign between them that are no day: neither 2025-13-45
  /// nor 45/13/2025 says anything of 2025.
  private static func isPart(ofDateIn tokens: [DateToken], at place: Int) -> Bool {
    func isShort(_ place: Int) -> Bool { tokens.indices.contains(place) && (1...2).contains(tokens[place].digits) }
    func sign(_ place: Int) -> String? {
      tokens.indices.contains(place) && ["-", "/", ".", "_"].contains(tokens[place].text) ? tokens[place].text : nil
    }
    if let after = sign(place + 1), sign(place + 3) == after, isShort(place + 2), isShort(place + 4) { return true }
    guard let before = sign(place - 1), sign(place - 3) == before, isShort(place - 2), isShort(place - 4),
      let year = tokens[place].number, let first = tokens[place - 4].number, let second = tokens[place - 2].number
    else { return false }
    // 3/4/2025 is a day, though nobody can tell which.
    return Day(year: year, month: first, day: second) == nil && Day(year: year, month: second, day: first) == nil
  }

  private typealias Found = (ClosedRange<Day>, Precision, Int)

  private struct Reader {
    var tokens: ArraySlice<DateToken>

    private func token(_ offset: Int) -> DateToken? {
      let index = tokens.startIndex + offset
      return index < tokens.endIndex ? tokens[index] : nil
    }

    private func text(_ offset: Int) -> String { token(offset)?.text ?? "" }

    private func number(_ offset: Int, digits: ClosedRange<Int> = 1...2) -> Int? {
      guard let token = token(offset), digits.contains(token.digits) else { return nil }
      return token.number
    }

    private func yearNumber(_ offset: Int) -> Int? {
      number(offset, digits: 4...4).flatMap { (1000...2999).contains($0) ? $0 : nil }
    }

    private func day(_ year: Int?, _ month: Int?, _ day: Int?, _ count: Int) -> Found? {
      guard let year, let month, let day, let found = Day(year: year, month: month, day: day) else { return nil }
      return (found...found, .day, count)
    }

    private func month(_ year: Int?, _ month: Int?, _ count: Int) -> Found? {
      guard let year, let month, let days = Day.days(ofMonth: month, year) else { return nil }
      return (days, .month, count)
    }

    /// A year by itself, unless it is a part of a longer number or a word such as `2025b`.
    func year() -> Found? {
      guard let year = yearNumber(0), let days = Day.days(ofYear: year), (1900...2100).contains(year),
        !["%", ".", ",", ":"].contains(text(1)) || number(2, digits: 1...9) == nil
      else { return nil }
      return (days, .year, 1)
    }

    func numeric() -> Found? {
      if let first = yearNumber(0) {
        let sign = text(1)
        if "-./_".contains(sign), !sign.isEmpty {
          if text(2) == "w", let week = number(3), let days = Day.days(ofWeek: week, first) { return (days, .week, 4) }
          if text(2) == "q", let quarter = number(3, digits: 1...1) { return self.quarter(first, quarter, 4) }
          guard let month = number(2, digits: 1...2) else { return nil }
          // A third number, or there is none: 2025-03-99 is nothing.
          if text(3) == sign, let third = token(4)?.number {
            return token(4)?.digits ?? 9 <= 2 ? day(first, month, third, 5) : nil
          }
          return sign == "." || token(2)?.digits == 1 ? nil : self.month(first, month, 3)
        }
        return nil
      }
      if let token = token(0), [8, 12, 14].contains(token.digits) {
        let digits = Array(token.text.prefix(8))
        guard digits.starts(with: "19") || digits.starts(with: "20") else { return nil }
        return day(Int(String(digits[..<4])), Int(String(digits[4..<6])), Int(String(digits[6...])), 1)
      }
      if text(0) == "q", let quarter = number(1, digits: 1...1), let year = yearNumber(2) {
        return self.quarter(year, quarter, 3)
      }
      guard let first = number(0), let second = number(2), text(1) == text(3), let year = yearNumber(4) else {
        return nil
      }
      switch text(1) {
      case ".", "-": return day(year, second, first, 5)
      // Of 3/4/2025, nobody can tell which the month is.
      case "/": return first > 12 ? day(year, second, first, 5) : second > 12 ? day(year, first, second, 5) : nil
      default: return nil
      }
    }

    private func quarter(_ year: Int, _ quarter: Int, _ count: Int) -> Found? {
      Day.days(ofQuarter: quarter, year).map { ($0, .quarter, count) }
    }

    func chinese() -> Found? {
      guard let year = yearNumber(0), text(1) == "年" else { return nil }
      guard let month = number(2), text(3) == "月" else { return Day.days(ofYear: year).map { ($0, .year, 2) } }
      guard let day = number(4), "日号".contains(text(5)), !text(5).isEmpty else { return self.month(year, month, 4) }
      return self.day(year, month, day, 6)
    }

    /// The signs and words that may stand between the parts of a date.
    private static let fillers: Set = [",", ".", "de", "del", "of", "di"]
    private static let ordinals: Set = ["st", "nd", "rd", "th", "er", ".", "º", "o"]

    private func after(_ offset: Int, skipping words: Set<String>) -> Int {
      words.contains(text(offset)) ? offset + 1 : offset
    }

    func named() -> Found? {
      if let month = CalendarNames.month(text(0)) {
        // March 2025; March 14th, 2025
        let afterMonth = after(1, skipping: Self.fillers)
        if let year = yearNumber(afterMonth) { return self.month(year, month, afterMonth + 1) }
        guard let day = number(afterMonth) else { return nil }
        let afterDay = after(after(afterMonth + 1, skipping: Self.ordinals), skipping: Self.fillers)
        return self.day(yearNumber(afterDay), month, day, afterDay + 1)
      }
      // 14 March 2025, 14. März 2025, 1er mars 2025, 14th of March, 2025, 14 de marzo de 2025
      guard let day = number(0) else { return nil }
      let monthPlace = after(after(1, skipping: Self.ordinals), skipping: Self.fillers)
      guard let month = CalendarNames.month(text(monthPlace)) else { return nil }
      let yearPlace = after(monthPlace + 1, skipping: Self.fillers)
      return self.day(yearNumber(yearPlace), month, day, yearPlace + 1)
    }
  }
}
