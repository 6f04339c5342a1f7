import Retriever
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
    ("What did I do since Monday?", "2026-11-23 2026-11-27", false),
    ("Was habe ich seit Montag gemacht?", "2026-11-23 2026-11-27", false),
    ("Was steht in KW 49 an?", "2026-11-30 2026-12-06", true),
    ("What did I do in week 2?", "2026-01-05 2026-01-11", false),
    ("What do I have in week 2?", "2027-01-11 2027-01-17", true),
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
    ("Whose birthday is next week?", .birthdays, false), ("Wer hat morgen Geburtstag?", .birthdays, false),
  ])
  func whatIsAskedFor(question: String, subject: DayQuestion.Subject, isAboutDone: Bool) throws {
    let read = try #require(DayQuestion(question, today: today))
    #expect(read.subject == subject && (subject != .tasks || read.isAboutDone == isAboutDone))
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
    "Who did it yesterday?", "Who was there on Friday?", "Whose book is due next week?",
    "Qu'est-ce que j'ai fait hier ?", "Was ist das?",
  ])
  func otherQuestions(question: String) throws { #expect(try DayQuestion(question, today: today) == nil) }
}
