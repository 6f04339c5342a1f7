import VectorStore

extension Facts {
  /// Returns the day that a fact is, written with its year, month and day: `2028-03-17`.
  static func day(_ fact: String) -> Day? {
    guard let parts = fact.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/)?.output,
      let year = Int(parts.1), let month = Int(parts.2), let day = Int(parts.3)
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// Whether a text states a day, in whatever form and language. A month or a year is none of its days.
  static func text(_ text: String, states day: Day) -> Bool {
    // A day without a year counts for this year; what is "today" is not known.
    guard let end = Day(year: day.parts.year, month: 12, day: 31) else { return false }
    return DatePhrase.all(in: text, today: end).contains { $0.days == day...day }
  }
}
