package import VectorStore

/// The days that words of a query stand for: `last March`, `in 2025`, `yesterday`, `vor zwei Wochen`, `2025年3月`.
///
///     DatePhrase.all(in: "What did I plant last March?", today: today).first?.days   // 2025-03-01 … 2025-03-31
///
/// In English, German, French, Spanish and Chinese, and dates as numbers. `two weeks ago` means the days around, `two
/// months ago` the whole month. A month without a year is the last one that has begun. Weeks begin on Monday.
package struct DatePhrase: Sendable, Hashable {
  /// The days.
  package var days: ClosedRange<Day>
  /// The place of its words among the tokens of the text.
  package var tokens: Range<Int>

  /// Whether a text is about what is over or what is to come, which decides which year or week a date means that does
  /// not say it.
  enum Tense: Sendable {
    /// A date without a year is over.
    case unknown
    /// Weekdays are read as well: the last before today.
    case past
    /// A date without a year, and a weekday, is today or to come.
    case ahead
  }

  /// Returns the phrases in a text, from left to right.
  package static func all(in text: String, today: Day) -> [DatePhrase] {
    let tokens = DateToken.tokens(of: text)
    return all(in: tokens, today: today, isFrench: Language(of: text) == .french)
  }

  /// Returns the phrases among tokens, from left to right.
  static func all(in tokens: [DateToken], today: Day, isFrench: Bool, tense: Tense = .unknown) -> [DatePhrase] {
    let reader = DatePhraseReader(tokens: tokens, today: today, isFrench: isFrench, tense: tense)
    var found: [DatePhrase] = []
    var place = 0
    while place < tokens.count {
      if let phrase = reader.phrase(at: place) {
        found.append(phrase)
        place = phrase.tokens.upperBound
      } else {
        place += 1
      }
    }
    return joined(found, tokens, today: today, tense)
  }

  /// Joins the two ends of a span: between 11 and 15 August 2023, von März bis Mai 2024.
  private static func joined(_ phrases: [DatePhrase], _ tokens: [DateToken], today: Day, _ tense: Tense) -> [DatePhrase]
  {
    var joined: [DatePhrase] = []
    for phrase in phrases {
      guard let last = joined.last else {
        joined.append(phrase)
        continue
      }
      // Between the 14th and the 20th, vom 14. bis zum 20.
      let between = tokens[last.tokens.upperBound..<phrase.tokens.lowerBound].map(\.text)
        .filter { !DatePhraseWords.articles.contains($0) }
      let before = tokens[..<last.tokens.lowerBound].last { !DatePhraseWords.articles.contains($0.text) }?.text ?? ""
      let isSpan =
        between.count == 1
        && (DatePhraseWords.spans.contains(between[0])
          || DatePhraseWords.spanConjunctions.contains(between[0]) && DatePhraseWords.between.contains(before))
      var (start, end) = (last.days.lowerBound, phrase.days.upperBound)
      if start > end, Self.isWeekday(last, tokens), Self.isWeekday(phrase, tokens) {
        // From Monday to Friday, on a Thursday or Friday: each was found by itself.
        if tense == .ahead || end.adding(days: 7) <= today {
          end = end.adding(days: 7)
        } else {
          start = start.adding(days: -7)
        }
      } else if start > end {
        // Between 11 August and 15 August 2023: the year is said once.
        let first = start.parts
        start = Day(year: end.parts.year, month: first.month, day: first.day) ?? start
      }
      if isSpan, start <= end {
        joined[joined.count - 1] = DatePhrase(
          days: start...end,
          tokens: last.tokens.lowerBound..<phrase.tokens.upperBound)
      } else {
        joined.append(phrase)
      }
    }
    return joined
  }

  private static func isWeekday(_ phrase: DatePhrase, _ tokens: [DateToken]) -> Bool {
    CalendarNames.weekday(tokens[phrase.tokens.lowerBound].text) != nil
  }

  /// Returns the days of a text that is nothing but a date, a phrase, a month, a year, or a span of two of these;
  /// `nil` if it is something else.
  ///
  /// Spans are written as `March to May 2026` or `2024..2025`.
  package static func days(of text: String, today: Day) -> ClosedRange<Day>? {
    let tokens = DateToken.tokens(of: text)
    let reader = WholeDateReader(today: today, isFrench: Language(of: text) == .french)
    return reader.span(of: tokens) ?? reader.days(of: tokens)
  }
}
