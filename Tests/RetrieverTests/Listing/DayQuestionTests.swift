import Retriever
import TestSupport
import Testing
import VectorStore

@Suite struct DayQuestionTests {
  /// A Friday.
  private var today: Day { get throws { try #require(Day("2026-11-27")) } }

  @Test(arguments: [
    ("What did I do yesterday?", "2026-11-26 2026-11-26", false),
    ("What happened last Tuesday?", "2026-11-24 2026-11-24", false),
    ("what did we do on friday", "2026-11-20 2026-11-20", false),
    ("Tell me what I did this week.", "2026-11-23 2026-11-27", false),
    ("What was going on in March?", "2026-03-01 2026-03-31", false),
    ("What did I write on 3 December?", "2025-12-03 2025-12-03", false),
    ("What do I have tomorrow?", "2026-11-28 2026-11-28", true),
    ("What's on next week?", "2026-11-30 2026-12-06", true),
    ("What is planned for Tuesday?", "2026-12-01 2026-12-01", true),
    ("What do I have on 3 December?", "2026-12-03 2026-12-03", true),
    ("What is coming up in March?", "2027-03-01 2027-03-31", true),
    ("What did I plan for March?", "2027-03-01 2027-03-31", true),
    ("What do I have the day after tomorrow?", "2026-11-29 2026-11-29", true),
    ("What's on at the weekend?", "2026-11-28 2026-11-29", true), ("What is coming up?", "2026-11-27 2026-12-28", true),
    ("What did we do at the weekend?", "2026-11-21 2026-11-22", false),
    ("Was war am 14.11.?", "2026-11-14 2026-11-14", false), ("Was mache ich morgen?", "2026-11-28 2026-11-28", true),
    ("Do I have anything tomorrow?", "2026-11-28 2026-11-28", true),
    ("What is scheduled in 3 days?", "2026-11-30 2026-11-30", true),
    ("Was habe ich gestern gemacht?", "2026-11-26 2026-11-26", false),
    ("Was war letzten Dienstag?", "2026-11-24 2026-11-24", false),
    ("Was steht morgen an?", "2026-11-28 2026-11-28", true),
    ("Was habe ich heute Morgen gemacht?", "2026-11-27 2026-11-27", false),
    ("Was ist am 3. Dezember los?", "2026-12-03 2026-12-03", true),
    ("Am I free on Saturday?", "2026-11-28 2026-11-28", true),
    ("What do I have on the 14th?", "2026-12-14 2026-12-14", true),
    ("What did I do on the 14th?", "2026-11-14 2026-11-14", false), ("Was war am 31.?", "2026-10-31 2026-10-31", false),
    ("Am I free on Tuesday at 9:30?", "2026-12-01 2026-12-01", true),
    ("Habe ich am Dienstag um 9 Uhr Zeit?", "2026-12-01 2026-12-01", true),
    ("What do I have until Friday?", "2026-11-27 2026-11-27", true),
    ("Was habe ich bis zum 3. Dezember?", "2026-11-27 2026-12-03", true),
    ("Am I free on Tuesday at 9.30?", "2026-12-01 2026-12-01", true),
    ("What do I have until 3 December?", "2026-11-27 2026-12-03", true),
    ("What did I do since Monday?", "2026-11-23 2026-11-27", false),
    ("Was habe ich seit Montag gemacht?", "2026-11-23 2026-11-27", false),
    ("Was steht in KW 49 an?", "2026-11-30 2026-12-06", true),
    ("What did I do in week 2?", "2026-01-05 2026-01-11", false),
    ("What do I have in week 2?", "2027-01-11 2027-01-17", true),
    ("What do I have between 7 and 13 December?", "2026-12-07 2026-12-13", true),
    ("What did I do from the 7th to the 13th of March?", "2026-03-07 2026-03-13", false),
    ("Was war vom 7. bis 13. März?", "2026-03-07 2026-03-13", false),
    ("What's on in the week of 7 December?", "2026-12-07 2026-12-13", true),
    ("Was steht in der Woche vom 9. Dezember an?", "2026-12-07 2026-12-13", true),
    ("What did I do between the 20th and 25th?", "2026-11-20 2026-11-25", false),
    ("What do I have from the 20th to 22nd?", "2026-12-20 2026-12-22", true),
    ("What do I have between December 7 and 13?", "2026-12-07 2026-12-13", true),
    ("Was steht 7.-13.12. an?", "2026-12-07 2026-12-13", true),
    ("What's on the week after next?", "2026-12-07 2026-12-13", true),
    ("What's on in the week starting 9 December?", "2026-12-09 2026-12-15", true),
    ("What do I have before 3 December?", "2026-11-27 2026-12-02", true),
    ("What is in the week of 7 December?", "2026-12-07 2026-12-13", true),
    ("What is in week 49?", "2026-11-30 2026-12-06", true), ("What was last week?", "2026-11-16 2026-11-22", false),
    ("Was ist am 22.12. los?", "2026-12-22 2026-12-22", true),
    ("What do I have between Monday and Friday?", "2026-11-30 2026-12-04", true),
  ])
  func daysThatAreAskedFor(question: String, days: String, isAhead: Bool) throws {
    let read = try #require(DayQuestion(question, today: today))
    #expect("\(read.days.lowerBound) \(read.days.upperBound)" == days)
    #expect(read.isAhead == isAhead && read.subject == .everything)
  }

  @Test(arguments: [
    ("Which tasks are due tomorrow?", DayQuestion.Subject.tasks, false),
    ("What is due this week?", .tasks, false), ("Which tasks did I finish last week?", .tasks, true),
    ("Welche Aufgaben sind morgen fällig?", .tasks, false),
    ("Which appointments do I have in December?", .events, false),
    ("Welche Termine habe ich nächste Woche?", .events, false), ("Which notes are from last week?", .notes, false),
    ("Whose birthday is next week?", .birthdays, false), ("Which emails did I get yesterday?", .messages, true),
    ("Wer hat morgen Geburtstag?", .birthdays, false), ("Who wrote to me this week?", .messages, true),
    ("Wer hat mir gestern geschrieben?", .messages, true), ("Who emailed us on Monday?", .messages, true),
  ])
  func whatIsAskedFor(question: String, subject: DayQuestion.Subject, isAboutDone: Bool) throws {
    let read = try #require(DayQuestion(question, today: today))
    #expect(read.subject == subject && (subject != .tasks || read.isAboutDone == isAboutDone))
  }

  @Test(arguments: [
    ("What do I have in Q1?", "2027-01-01 2027-03-31"), ("What did I do in Q1?", "2026-01-01 2026-03-31"),
    ("What is planned for Q3 2027?", "2027-07-01 2027-09-30"), ("What do I have in H1 2027?", "2027-01-01 2027-06-30"),
    ("What did I do in the third quarter?", "2026-07-01 2026-09-30"),
    ("What did I do last quarter?", "2026-07-01 2026-09-30"), ("What is on next quarter?", "2027-01-01 2027-03-31"),
    ("What happened in the second half of October?", "2026-10-16 2026-10-31"),
    ("What did I do in the last quarter of 2025?", "2025-10-01 2025-12-31"),
    ("Was habe ich im ersten Halbjahr 2026 gemacht?", "2026-01-01 2026-06-30"),
    ("Was steht im 2. Quartal an?", "2027-04-01 2027-06-30"),
    ("Was war in der zweiten Hälfte des Jahres?", "2026-07-01 2026-11-27"),
    ("What do I have at the end of January?", "2027-01-21 2027-01-31"),
    ("What did I do at the beginning of March 2026?", "2026-03-01 2026-03-10"),
    ("What did I do in mid-March?", "2026-03-11 2026-03-20"), ("What is on in early May?", "2027-05-01 2027-05-10"),
    ("What do I have until the end of the month?", "2026-11-27 2026-11-30"),
    ("What is on at the end of next month?", "2026-12-21 2026-12-31"),
    ("Was war Anfang Juni?", "2026-06-01 2026-06-10"),
    ("Was steht Mitte des nächsten Monats an?", "2026-12-11 2026-12-20"),
    ("Was habe ich Ende Januar?", "2027-01-21 2027-01-31"),
    ("What did I do at the end of 2025?", "2025-09-01 2025-12-31"),
    ("What do I have on the first Monday in March?", "2027-03-01 2027-03-01"),
    ("What did I do on the last Friday of October?", "2026-10-30 2026-10-30"),
    ("Was ist am zweiten Dienstag im Januar los?", "2027-01-12 2027-01-12"),
    ("What did I do on the last day of February?", "2026-02-28 2026-02-28"),
    ("What did I do in the second week of February?", "2026-02-09 2026-02-15"),
    ("Was war in der 2. Woche im Februar?", "2026-02-09 2026-02-15"),
    ("Was war in der zweiten Februarwoche?", "2026-02-09 2026-02-15"),
    ("What do I have in the last week of December?", "2026-12-28 2027-01-03"),
    ("What did I do on the first weekend of May?", "2026-05-02 2026-05-03"),
    ("What do I have on 13/12/2026?", "2026-12-13 2026-12-13"), ("What do I have on 12/13?", "2026-12-13 2026-12-13"),
  ])
  func partsOfATimeAreDays(question: String, days: String) throws {
    let read = try #require(DayQuestion(question, today: today))
    #expect("\(read.days.lowerBound) \(read.days.upperBound)" == days)
    #expect(read.otherDays == nil)
  }

  /// Nobody can tell which part is the month.
  @Test(arguments: [
    ("What do I have on 4/5/2027?", "2027-05-04", "2027-04-05"),
    ("What did I do on 4/5/26?", "2026-05-04", "2026-04-05"),
    ("Was habe ich am 1/2?", "2027-02-01", "2027-01-02"),
  ])
  func aDateWithSlashesHasTwoReadings(question: String, first: String, other: String) throws {
    let read = try #require(DayQuestion(question, today: today))
    #expect(read.days.lowerBound == Day(first) && read.otherDays?.lowerBound == Day(other))
  }

  @Test(arguments: [
    ("What do I have in the third trimester of May?", true), ("What do I have on the 3rd Advent?", false),
    ("What did I do on the second Monday of term?", true), ("What do I have on 31/31?", true),
    ("What do I have tomorrow?", false), ("What do I need for 4 guests?", false), ("When is the ferry?", false),
  ])
  func daysThatAreNotUnderstoodAreNoticed(question: String, expected: Bool) throws {
    #expect(DayQuestion.hasUnreadDays(question, today: try today) == expected)
  }

  /// Each end of a span is found by itself.
  @Test(arguments: [
    ("2027-01-02", "What did I do from Friday to Monday?", "2026-12-25 2026-12-28"),
    ("2026-12-30", "What do I have from Friday to Wednesday?", "2027-01-01 2027-01-06"),
    ("2026-11-27", "What did I do between Monday and Friday?", "2026-11-23 2026-11-27"),
    ("2026-11-27", "What did I do since the 14th?", "2026-11-14 2026-11-27"),
    ("2026-11-27", "Was habe ich seit dem 14. gemacht?", "2026-11-14 2026-11-27"),
    ("2026-11-27", "What did I do between the 14th and the 20th?", "2026-11-14 2026-11-20"),
    ("2026-11-27", "Was war vom 14. bis zum 20.?", "2026-11-14 2026-11-20"),
  ])
  func spansHaveTwoEnds(today: String, question: String, days: String) throws {
    let day = try #require(Day(today))
    let read = try #require(DayQuestion(question, today: day))
    #expect("\(read.days.lowerBound) \(read.days.upperBound)" == days)
  }

  @Test(arguments: [
    ("What do I have tomorrow?", "And in December?", "2026-12-01 2026-12-31 ahead"),
    ("Was steht morgen an?", "Und am 14.?", "2026-12-14 2026-12-14 ahead"),
    ("What did I do since Monday?", "And yesterday?", "2026-11-26 2026-11-26 done"),
    ("Which tasks are overdue?", "What about next week?", "2026-11-30 2026-12-06 ahead"),
    ("What do I have tomorrow?", "What about yesterday?", "2026-11-26 2026-11-26 done"),
    ("What did I do yesterday?", "And tomorrow?", "2026-11-28 2026-11-28 ahead"),
    ("What do I have tomorrow?", "What is today?", nil), ("What do I have tomorrow?", "And Petra?", nil),
    ("What do I have tomorrow?", "And what did Petra do yesterday?", nil), ("What do I have tomorrow?", "And?", nil),
  ])
  func aFollowUpNamesOnlyOtherDays(first: String, second: String, days: String?) throws {
    let day = try today
    let earlier = try #require(DayQuestion(first, today: day))
    let read = DayQuestion(second, after: earlier, today: day)
    #expect(read.map { "\($0.days.lowerBound) \($0.days.upperBound) \($0.isAhead ? "ahead" : "done")" } == days)
  }

  @Test func overdueTasksAreThoseBeforeToday() throws {
    for question in ["Which tasks are overdue?", "What is overdue?", "Was ist überfällig?"] {
      let read = try #require(DayQuestion(question, today: today))
      #expect(read.subject == .tasks && !read.isAboutDone)
      #expect(try read.days.upperBound == today.adding(days: -1))
    }
    #expect(DayQuestion("Which tasks are overdue?", today: try #require(Day("0001-01-01"))) == nil)
  }

  @Test(arguments: [
    "What did Petra do yesterday?", "What did I eat yesterday?", "What is today?", "What is today's date?",
    "When did I last see Petra?", "What did I do?", "yesterday", "Did I call Lab Nord yesterday?", "",
    "What happened yesterday and last week?", "What did I write about keys last week?", "What is due?",
    "Who did it yesterday?", "Who wrote it last week?", "Who will email me tomorrow?",
    "Who wrote the notes for us yesterday?", "What is this year?", "What is April?", "What is my week of 7 December?",
    "Who was there on Friday?",
    "Whose book is due next week?",
    "Who is due tomorrow?", "When is my birthday?", "Is it due tomorrow?", "How did I do yesterday?",
    "Was habe ich ab 3. Dezember?",
    "Do I have any appointments at 9?",
    "Is it on Friday?", "Am I done on Friday?",
    "Is there a birthday?", "What do I need for the birthday tomorrow?", "What is our 1st task?",
    "What is the 3rd event?",
    "What do I have on the 14th of next month?", "Bin ich im Kalender?",

    "Qu'est-ce que j'ai fait hier ?", "Was ist das?",
  ])
  func otherQuestions(question: String) throws { #expect(try DayQuestion(question, today: today) == nil) }

  @Test(arguments: [
    ("Am I free on the 14th", "2026-12-14 2026-12-14"), ("What did I do on the 3rd", "2026-11-03 2026-11-03"),
    ("Was war am 14.", "2026-11-14 2026-11-14"),
  ])
  func aQuestionMayEndInAnOrdinal(question: String, days: String) throws {
    let read = try #require(try DayQuestion(question, today: today))
    #expect("\(read.days.lowerBound) \(read.days.upperBound)" == days)
  }

  /// Whatever stands last, nothing reads beyond it.
  @Test(arguments: 1...8) func wordsAboutDaysMayEndAnywhere(seed: UInt64) throws {
    let words = [
      "the", "1st", "14th", "14.", "first", "last", "next", "end", "of", "in", "on", "am", "week", "KW", "Monday",
      "Montag",
      "March", "2026", "3", "/", "-", "to", "between", "and", "two", "ago", "before", "after", "Q2", "half", "day",
      "weekend",
      "la", "semaine", "du", "个", "3月", "星", "2026年", "quarter", "until", "a", "couple", "vor", "zweiten", "Ende",
    ]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let phrase = (0..<Int.random(in: 1...6, using: &generator)).compactMap { _ in
        words.randomElement(using: &generator)
      }
      for start in ["Am I free", "What did I do", "Was war"] {
        let question = ([start] + phrase).joined(separator: " ")
        if let read = try DayQuestion(question, today: today) { #expect(read.days.lowerBound <= read.days.upperBound) }
      }
      _ = DatePhrase.all(in: phrase.joined(separator: " "), today: try today)
    }
  }
}
