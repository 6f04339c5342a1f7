package import VectorStore

/// A question for all that the notes say of some days, which no single passage answers.
///
///     What did I do last Tuesday?    Am I free on Friday?    Which tasks are overdue?    Wer hat morgen Geburtstag?
package struct DayQuestion: Sendable, Hashable {
  /// What of the days is asked for.
  package enum Subject: Sendable, Hashable {
    case everything, notes, messages, events, birthdays, tasks
  }

  package var subject: Subject
  /// The days that it names; of overdue tasks, all before today; of what is coming up, a month from today.
  package var days: ClosedRange<Day>
  /// The days that the question names in its other reading: 3/2/2026 may be in February or in March.
  package var otherDays: ClosedRange<Day>?
  /// Whether it is about what is to come.
  package var isAhead: Bool
  /// Whether only the next is asked for.
  package var isForNext = false
  /// Whether their number is asked for.
  package var isForCount = false
  /// Whether the days are named by their distance from today, as "yesterday" and "next week": no note says so of them.
  package var isRelative: Bool
  /// Whether tasks are meant that were done on these days, not those that are due.
  package var isAboutDone: Bool
  /// Whether tasks are meant by the day on which they are due, not also by that for which they are planned.
  package var isDue: Bool
  /// Whether messages are meant that others wrote.
  package var isReceived: Bool
  /// Whether only tasks that are not done are meant.
  package var isUnfinished: Bool

  /// The number of days that "What is coming up?" asks for, and among which the next event is looked for.
  private static let daysAhead = (coming: 31, next: 366)

  /// Recognizes a question; `nil` if it has a word that says more than which days.
  package init?(_ question: String, today: Day) {
    let readings = SlashDate.readings(of: question).compactMap { Self(reading: $0, today: today) }
    guard let first = readings.first else { return nil }
    self = first
    otherDays = readings.dropFirst().first?.days
  }

  private init?(reading question: String, today: Day) {
    let tokens = DateToken.tokens(of: question)
    for language in Language.allCases {
      guard let words = DayWords.of(language), let read = Self(tokens, words, today: today) else { continue }
      self = read
      return
    }
    return nil
  }

  /// The question in its other reading; `nil` if it has one.
  var otherReading: DayQuestion? {
    otherDays.map { other in
      var question = self
      (question.days, question.otherDays) = (other, days)
      return question
    }
  }

  private init?(_ tokens: [DateToken], _ words: DayWords, today: Day) {
    let said = Set(tokens.map(\.text))
    func says(_ some: Set<String>) -> Bool { !said.isDisjoint(with: some) }
    guard let first = tokens.first(where: \.isWord)?.text, words.openings.contains(first) else { return nil }
    // What I planned for next week is to come.
    isAhead = !says(words.past) || says(words.plans)
    guard let named = NamedDays(in: tokens, isAhead: isAhead, today: today),
      let subject = Self.subject(of: named, first, words)
    else { return nil }
    self.subject = subject
    isForCount = words.counts.isSubset(of: said)
    guard !isForCount || subject != .everything else { return nil }
    let isOverdue = says(words.overdue)
    isDue = isOverdue || says(words.due)
    isAboutDone = !isAhead && !isDue
    isUnfinished = isAhead || isOverdue
    isReceived = subject == .messages && (says(words.received) || words.people.contains(first))
    isRelative = named.isRelative
    if let days = named.days {
      guard !isOverdue else { return nil }
      // By Friday, also what is overdue.
      let isOfTasks = isDue && named.isUntil
      self.days = isOfTasks ? (Day.days(ofYear: 1)?.lowerBound ?? today)...days.upperBound : days
    } else if isOverdue, let start = Day.days(ofYear: 1)?.lowerBound, start < today {
      days = start...today.adding(days: -1)
    } else if isAhead, !words.verbs.contains(first) {
      isForNext = [.events, .birthdays].contains(subject) && says(words.next)
      guard isForNext || subject == .events || says(words.coming) else { return nil }
      days = today...today.adding(days: isForNext ? Self.daysAhead.next : Self.daysAhead.coming)
    } else {
      return nil
    }
  }

  /// Returns what is asked for; `nil` if one of the words says more.
  private static func subject(of named: NamedDays, _ first: String, _ known: DayWords) -> Subject? {
    let words = named.others
    func says(_ some: Set<String>) -> Bool { !words.isDisjoint(with: some) }
    if says(known.birthdays) {
      // My birthday is no contact's, and what I need for one is in a note.
      return words.isSubset(of: known.all.subtracting(known.notOfBirthdays).union(known.ofBirthdays)) ? .birthdays : nil
    }
    if known.people.contains(first) {
      let isOfOthers = says(known.notes) || says(known.tasks) || says(known.events)
      let isOfMail = says(known.writing) && says(known.recipients) && !isOfOthers
      return isOfMail && words.isSubset(of: known.all) ? .messages : nil
    }
    guard !known.counts.contains(first) || known.counts.isSubset(of: words),
      words.isSubset(of: known.all)
    else { return nil }
    if says(known.due) || says(known.overdue) || says(known.tasks) { return .tasks }
    if says(known.events) { return .events }
    if says(known.messages) { return .messages }
    if says(known.notes) { return .notes }
    let isBare = words.isSubset(of: known.bare) && (says(known.within) || says(known.past))
    if isBare, let days = named.days, days.lowerBound != days.upperBound { return .everything }
    return says(known.verbs.contains(first) ? known.free : known.activities) ? .everything : nil
  }

  /// Recognizes what only names other days than the question before it, as "And next week?"; `nil` if it is another.
  package init?(_ text: String, after earlier: DayQuestion, today: Day) {
    let readings = SlashDate.readings(of: text).compactMap { text in
      NamedDays(in: DateToken.tokens(of: text), isAhead: earlier.isAhead, today: today)
    }
    guard let named = readings.first, let days = named.days, named.others.isSubset(of: DayWords.besideOtherDays),
      named.others.isEmpty || !named.others.isDisjoint(with: DayWords.beforeOtherDays)
    else { return nil }
    self = earlier
    (self.days, isRelative, isForNext) = (days, named.isRelative, false)
    otherDays = readings.dropFirst().first?.days
    // And yesterday? And tomorrow?
    if subject != .tasks, isAhead ? days.upperBound < today : days.lowerBound > today {
      isAhead.toggle()
      (isAboutDone, isUnfinished) = (!isAhead, isAhead)
    }
  }
}
