import VectorStore

/// The days that a question about days names, and its other words.
struct NamedDays: Sendable {
  /// `nil` if it names none.
  var days: ClosedRange<Day>?
  /// Whether they are all until the last.
  var isUntil: Bool
  /// Whether they are named by their distance from today.
  var isRelative: Bool
  /// The words and numbers that name no days.
  var others: Set<String>

  /// Words before the first of all days until today.
  private static let since: Set = ["since", "seit"]
  /// Words before the last of all days from today.
  private static let until: Set = ["until", "till", "by", "bis", "before", "vor"]
  /// Those before a day that is not one of them.
  private static let before: Set = ["before", "vor"]
  /// Words before and after a time of day.
  private static let timeMarks = (
    before: Set(["at", "um"]), after: Set(["am", "pm", "uhr", "h"])
  )
  private static let articles: Set = ["the", "dem", "der", "zum"]

  /// Reads the days of a question; `nil` if it names days twice.
  ///
  /// - Parameter isAhead: Whether it is about what is to come. Else, days end with today.
  init?(in tokens: [DateToken], isAhead: Bool, today: Day) {
    let phrases = DatePhrase.all(in: tokens, today: today, isFrench: false, tense: isAhead ? .ahead : .past)
    guard phrases.count < 2 else { return nil }
    var place = phrases.first?.tokens ?? 0..<0
    func text(before start: Int) -> String { start > 0 ? tokens[start - 1].text : "" }
    isRelative = !tokens[place].contains { token in
      token.digits >= 4 || CalendarNames.month(token.text) != nil || DatePhraseWords.portions[token.text] != nil
        || DatePhraseWords.letters[token.text] != nil
    }
    var start = place.lowerBound
    if Self.articles.contains(text(before: start)) { start -= 1 }
    let isSince = !isAhead && Self.since.contains(text(before: start))
    isUntil = isAhead && Self.until.contains(text(before: start))
    if isSince || isUntil { place = start - 1..<place.upperBound }
    days = phrases.first?.days
    if let named = days, !isAhead, today >= named.lowerBound {
      // What I did this week is over.
      days = named.lowerBound...(isSince ? today : min(named.upperBound, today))
    }
    if let named = days, isUntil, today <= named.upperBound {
      let isBefore = Self.before.contains(text(before: start))
      days = today...max(today, isBefore ? named.lowerBound.adding(days: -1) : named.upperBound)
    }
    let rest = tokens.indices.filter { !place.contains($0) && (tokens[$0].isWord || tokens[$0].number != nil) }
    let timed = rest.filter { Self.isOfTime($0, tokens) }
    guard days != nil || timed.isEmpty else { return nil }
    others = Set(rest.filter { !timed.contains($0) }.map { tokens[$0].text })
  }

  /// Whether a token is of a time of day, which is about the whole day: at 9, um 9 Uhr, at 9:30.
  private static func isOfTime(_ place: Int, _ tokens: [DateToken]) -> Bool {
    func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }
    guard tokens[place].number != nil else {
      return timeMarks.before.contains(text(place)) && isHour(place + 1, tokens)
        || timeMarks.after.contains(text(place))
          && (isHour(place - 1, tokens) || text(place - 2) == ":" || text(place - 2) == ".")
    }
    let separators: Set = [":", "."]
    if separators.contains(text(place - 1)) { return isHour(place - 2, tokens) }
    let isMarked =
      text(place + 1) == ":" || text(place + 1) == "." && timeMarks.before.contains(text(place - 1))
      || timeMarks.before.contains(text(place - 1)) || timeMarks.after.contains(text(place + 1))
    return isMarked && isHour(place, tokens)
  }

  private static func isHour(_ place: Int, _ tokens: [DateToken]) -> Bool {
    tokens.indices.contains(place) && tokens[place].number.map { (0...24).contains($0) } == true
  }
}

extension DateToken {
  /// Whether it is a word, not a number or a sign.
  var isWord: Bool { number == nil && text.first?.isLetter == true }
}
