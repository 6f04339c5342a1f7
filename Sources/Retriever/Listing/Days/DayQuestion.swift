package import VectorStore

/// A question for all that the notes say of some days, which no single passage answers.
///
///     What did I do last Tuesday?    Am I free on Friday?    Which tasks are overdue?    Wer hat morgen Geburtstag?
package struct DayQuestion: Sendable, Hashable {
  /// What of the days is asked for.
  package enum Subject: Sendable, Hashable {
    case everything, notes, events, birthdays, tasks
  }

  package var subject: Subject
  /// The days that it names; of overdue tasks, all before today; of what is coming up, a month from today.
  package var days: ClosedRange<Day>
  /// Whether it is about what is to come.
  package var isAhead: Bool
  /// Whether only the next is asked for.
  package var isForNext = false
  /// Whether the days are named by their distance from today, as "yesterday" and "next week": no note says so of them.
  package var isRelative: Bool
  /// Whether tasks are meant that were done on these days, not those that are due.
  package var isAboutDone: Bool
  /// Whether tasks are meant by the day on which they are due, not also by that for which they are planned.
  package var isDue: Bool
  /// Whether only tasks that are not done are meant.
  package var isUnfinished: Bool

  /// The number of days that "What is coming up?" asks for, and among which the next event is looked for.
  private static let daysAhead = (coming: 31, next: 366)

  /// Recognizes a question; `nil` if it has a word that says more than which days.
  package init?(_ question: String, today: Day) {
    let tokens = DateToken.tokens(of: question)
    for language in Language.allCases {
      guard let words = DayWords.of(language), let read = Self(tokens, words, today: today) else { continue }
      self = read
      return
    }
    return nil
  }

  private init?(_ tokens: [DateToken], _ words: DayWords, today: Day) {
    let said = Set(tokens.map(\.text))
    func says(_ some: Set<String>) -> Bool { !said.isDisjoint(with: some) }
    guard let first = tokens.first(where: \.isWord), words.openings.contains(first.text) else { return nil }
    // What I planned for next week is to come.
    isAhead = !says(words.past) || says(words.plans)
    let phrases = DatePhrase.all(in: tokens, today: today, isFrench: false, tense: isAhead ? .ahead : .past)
    var named = phrases.first?.tokens ?? 0..<0
    let isSince = !isAhead && named.lowerBound > 0 && words.since.contains(tokens[named.lowerBound - 1].text)
    if isSince { named = named.lowerBound - 1..<named.upperBound }
    let rest = tokens.indices.filter { !named.contains($0) && (tokens[$0].isWord || tokens[$0].number != nil) }
    let others = Set(rest.map { tokens[$0].text })
    guard phrases.count < 2, others.isSubset(of: words.all) else { return nil }

    let isOverdue = says(words.overdue)
    isDue = isOverdue || says(words.due)
    if isDue || says(words.tasks) {
      subject = .tasks
    } else if says(words.birthdays) {
      subject = .birthdays
    } else if words.people.contains(first.text) {
      return nil
    } else if says(words.events) {
      subject = .events
    } else if says(words.notes) {
      subject = .notes
    } else if !others.isDisjoint(with: words.activities) {
      subject = .everything
    } else {
      return nil
    }
    isAboutDone = !isAhead && !isDue
    isUnfinished = isAhead || isOverdue
    isRelative = !tokens[named].contains { $0.digits >= 4 || CalendarNames.month($0.text) != nil }
    if let days = phrases.first?.days {
      guard !isOverdue else { return nil }
      // What I did this week is over.
      self.days =
        isAhead || today < days.lowerBound
        ? days : days.lowerBound...(isSince ? today : min(days.upperBound, today))
    } else if isOverdue, let start = Day.days(ofYear: 1)?.lowerBound, start < today {
      days = start...today.adding(days: -1)
    } else if isAhead, [.events, .birthdays].contains(subject) || says(words.coming) {
      isForNext = [.events, .birthdays].contains(subject) && says(words.next)
      days = today...today.adding(days: isForNext ? Self.daysAhead.next : Self.daysAhead.coming)
    } else {
      return nil
    }
  }
}

extension DateToken {
  /// Whether it is a word, not a number or a sign.
  var isWord: Bool { number == nil && text.first?.isLetter == true }
}
