extension WrittenDate {
  /// The most days between dates of a heading that are taken for a span, though nothing between them says so.
  private static let longestSpan = 31
  /// What is between the first and the last day of a span.
  private static let spanWords: Set = ["to", "until", "bis", "-", "–", "—", "à", "a", "au", "hasta", "至", "到"]

  /// Returns the days that a heading or a title is about; `nil` if it names none.
  ///
  /// That is its date, to the month or better; of two dates, the days from one to the other if it says so
  /// (`2026-07-01 to 2026-09-15`) or they are at most a month apart; else the date at its end, as in
  /// `Invoice of 2024-05-03, 2025-01-10`.
  package static func days(ofHeading heading: String) -> ClosedRange<Day>? {
    // A year has four digits.
    guard heading.utf8.count(where: { (0x30...0x39).contains($0) }) >= 4 else { return nil }
    let tokens = DateToken.tokens(of: heading)
    let dates = all(in: heading).filter { $0.precision != .year && $0.isMeant(in: tokens) }
    guard let last = dates.last else { return nil }
    let before = dates.dropLast().last
    if let before, before.days.lowerBound <= last.days.upperBound,
      last.tokens.lowerBound == before.tokens.upperBound + 1,
      spanWords.contains(tokens[before.tokens.upperBound].text)
    {
      return before.days.lowerBound...last.days.upperBound
    }
    let first = dates.map(\.days.lowerBound).min() ?? last.days.lowerBound
    let end = dates.map(\.days.upperBound).max() ?? last.days.upperBound
    if Set(dates.map(\.days)).count == 1 || end.number - first.number <= longestSpan { return first...end }
    return last.tokens.upperBound == tokens.count ? last.days : nil
  }

  /// Whether a number in a heading is a date, and not a version, a season, a standard or an order.
  private func isMeant(in all: [DateToken]) -> Bool {
    guard (1900...2100).contains(days.lowerBound.parts.year) else { return false }
    let own = all[tokens]
    // 10.1.2.2024
    if tokens.lowerBound > 1, all[tokens.lowerBound - 1].text == ".", all[tokens.lowerBound - 2].digits > 0 {
      return false
    }
    guard let first = own.first, own.allSatisfy({ $0.digits > 0 || "-./_".contains($0.text) }) else { return true }
    // 20231105 is a date where a heading begins with it.
    if own.count == 1 { return tokens.lowerBound == 0 }
    // 2024.1.2 and 1993-1-1, but 2024-01-02 and 2.1.2024; 2011/12 is a season.
    guard first.digits == 4 else { return true }
    return own.dropFirst().allSatisfy { $0.digits != 1 } && !(precision == .month && own.contains { $0.text == "/" })
  }
}
