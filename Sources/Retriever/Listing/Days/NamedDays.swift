import VectorStore

/// The days that a question about days names, and its other words.
struct NamedDays: Sendable {
  /// `nil` if it names none.
  var days: ClosedRange<Day>?
  /// Whether they are named by their distance from today.
  var isRelative: Bool
  /// The words and numbers that name no days.
  var others: Set<String>

  /// Words before the first of all days until today.
  private static let since: Set = ["since", "seit"]
  private static let articles: Set = ["the", "dem", "der"]

  /// Reads the days of a question; `nil` if it names days twice.
  ///
  /// - Parameter isAhead: Whether it is about what is to come. Else, days end with today.
  init?(in tokens: [DateToken], isAhead: Bool, today: Day) {
    let phrases = DatePhrase.all(in: tokens, today: today, isFrench: false, tense: isAhead ? .ahead : .past)
    guard phrases.count < 2 else { return nil }
    var place = phrases.first?.tokens ?? 0..<0
    func text(before start: Int) -> String { start > 0 ? tokens[start - 1].text : "" }
    isRelative = !tokens[place].contains { $0.digits >= 4 || CalendarNames.month($0.text) != nil }
    var start = place.lowerBound
    if Self.articles.contains(text(before: start)) { start -= 1 }
    let isSince = !isAhead && Self.since.contains(text(before: start))
    if isSince { place = start - 1..<place.upperBound }
    days = phrases.first?.days
    if let named = days, !isAhead, today >= named.lowerBound {
      // What I did this week is over.
      days = named.lowerBound...(isSince ? today : min(named.upperBound, today))
    }
    let rest = tokens.indices.filter { !place.contains($0) && (tokens[$0].isWord || tokens[$0].number != nil) }
    others = Set(rest.map { tokens[$0].text })
  }
}

extension DateToken {
  /// Whether it is a word, not a number or a sign.
  var isWord: Bool { number == nil && text.first?.isLetter == true }
}
