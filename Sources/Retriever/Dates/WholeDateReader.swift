import VectorStore

/// Reads a text that is nothing but a date, or a span between two.
struct WholeDateReader {
  var today: Day
  /// In French, "hier" is yesterday; in German, it is here.
  var isFrench: Bool

  private typealias Words = DatePhraseWords

  /// Returns the days of a date, a phrase, a month or a year; `nil` if the tokens are something else, or more.
  func days(of tokens: [DateToken]) -> ClosedRange<Day>? {
    if let date = WrittenDate(in: tokens, at: 0, hasYears: true), date.tokens.count == tokens.count { return date.days }
    let phrases = DatePhrase.all(in: tokens, today: today, isFrench: isFrench, tense: .past)
    // A word such as "in", "im" or "the" may stand before it.
    if phrases.count == 1, let phrase = phrases.first, phrase.tokens.upperBound == tokens.count,
      phrase.tokens.lowerBound <= 1
    {
      return phrase.days
    }
    return month(of: tokens).flatMap { lastMonth($0, notAfter: today) }
  }

  /// Returns the days from the first of one date to the last of another; `nil` if the tokens are no span.
  ///
  /// A month or day without a year has that of the other end: March to May 2026, 14 to 16 March. One end of two points
  /// may be open: `2024..`.
  func span(of tokens: [DateToken]) -> ClosedRange<Day>? {
    let isMarked = tokens.first.map { Words.spanStarts.contains($0.text) } == true
    let tokens = isMarked ? Array(tokens.dropFirst()) : tokens
    for place in tokens.indices {
      let isPoints = tokens[place].text == "." && place + 1 < tokens.count && tokens[place + 1].text == "."
      guard
        isPoints || Words.spans.contains(tokens[place].text)
          || isMarked && Words.spanConjunctions.contains(tokens[place].text)
      else { continue }
      let first = Array(tokens[..<place])
      let last = Array(tokens[(place + (isPoints ? 2 : 1))...])
      if isPoints, last.isEmpty, let start = days(of: first), let end = Day.days(ofYear: 9999) {
        return start.lowerBound...end.upperBound
      }
      guard let end = days(of: last) else { continue }
      if isPoints, first.isEmpty, let start = Day.days(ofYear: 1) { return start.lowerBound...end.upperBound }
      if let start = start(of: first, before: end), start <= end.upperBound { return start...end.upperBound }
    }
    return nil
  }

  /// Returns the first day of a span whose end is known.
  private func start(of tokens: [DateToken], before end: ClosedRange<Day>) -> Day? {
    let last = end.upperBound
    if let named = month(of: tokens) { return lastMonth(named, notAfter: last)?.lowerBound }
    // 14 to 16 March: the month is said once.
    if end.lowerBound == last, (1...2).contains(tokens.first?.digits ?? 0), let day = tokens[0].number,
      tokens.count == 1 || tokens.count == 2 && ["st", "nd", "rd", "th", "."].contains(tokens[1].text)
    {
      return Day(year: last.parts.year, month: last.parts.month, day: day)
    }
    guard let start = days(of: tokens)?.lowerBound else { return nil }
    // 11 August to 15 August 2023: the year is said once.
    if start <= last || tokens.contains(where: { $0.digits >= 4 }) { return start }
    return Day(year: last.parts.year, month: start.parts.month, day: start.parts.day)
  }

  /// Returns the month that a single word names.
  private func month(of tokens: [DateToken]) -> Int? {
    tokens.count == 1 ? CalendarNames.month(tokens[0].text) : nil
  }

  /// Returns the days of the last such month that has begun on a day.
  private func lastMonth(_ month: Int, notAfter day: Day) -> ClosedRange<Day>? {
    Day.days(ofMonth: month, day.parts.month < month ? day.parts.year - 1 : day.parts.year)
  }
}
