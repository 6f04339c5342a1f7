package import VectorStore

extension DayQuestion {
  /// Whether a question seems to be about days of which some words are not understood: "What do I have in the third
  /// trimester of May?" Then nobody knows whether the notes say something of them.
  package static func hasUnreadDays(_ question: String, today: Day) -> Bool {
    guard DayQuestion(question, today: today) == nil else { return false }
    let tokens = DateToken.tokens(of: question)
    guard let first = tokens.first(where: \.isWord)?.text else { return false }
    let said = Set(tokens.map(\.text))
    return Language.allCases.contains { language in
      guard let words = DayWords.of(language), words.openings.contains(first), !words.activities.isDisjoint(with: said)
      else { return false }
      let phrases = DatePhrase.all(
        in: tokens, today: today, isFrench: false, tense: words.past.isDisjoint(with: said) ? .ahead : .past)
      let unread = tokens.indices.filter { place in !phrases.contains { $0.tokens.contains(place) } }
      let others = unread.filter { place in
        let token = tokens[place]
        return token.isWord && !token.isOfTime && !words.all.contains(token.text)
          && DatePhraseWords.places[token.text] == nil
      }
      let isOfTime =
        unread.contains { tokens[$0].isOfTime }
        || !phrases.isEmpty && unread.contains { DatePhraseWords.places[tokens[$0].text] != nil }
      // A number alone may count anything: What do I need for 4 guests?
      return isOfTime ? others.count <= 1 : others.isEmpty && unread.contains { tokens[$0].number != nil }
    }
  }
}

extension DateToken {
  /// Whether it is the name of a weekday or a month, or a word for a time, as "week".
  fileprivate var isOfTime: Bool {
    CalendarNames.weekday(text) != nil || isCapitalized && CalendarNames.month(text) != nil
      || DatePhraseWords.units[text] != nil || DatePhraseWords.portions[text] != nil
  }
}
