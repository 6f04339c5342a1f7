import Retriever
import Testing
import VectorStore

/// Today is Tuesday, 25 November 2025.
@Suite struct DatePhraseTests {
  @Test(arguments: [
    ("last March", "2025-03-01 2025-03-31"),
    ("in 2025", "2025-01-01 2025-12-31"),
    ("yesterday", "2025-11-24 2025-11-24"),
    ("two weeks ago", "2025-11-08 2025-11-14"),
    ("vor zwei Wochen", "2025-11-08 2025-11-14"),
    ("Was war letzten März?", "2025-03-01 2025-03-31"),
    ("2025年3月", "2025-03-01 2025-03-31"),
    ("昨天", "2025-11-24 2025-11-24"),
    ("2025-03-14", "2025-03-14 2025-03-14"),
    ("March 14th 2025", "2025-03-14 2025-03-14"),
    ("on May 3, 2023?", "2023-05-03 2023-05-03"),
    ("3 June, 2023,", "2023-06-03 2023-06-03"),
    ("14. März 2025", "2025-03-14 2025-03-14"),
    ("la semaine dernière", "2025-11-17 2025-11-23"),
    ("hace dos meses", "2025-09-01 2025-09-30"),
    ("il y a trois jours", "2025-11-22 2025-11-22"),
    ("上个月", "2025-10-01 2025-10-31"),
    ("去年3月", "2024-03-01 2024-03-31"),
    ("两周前", "2025-11-08 2025-11-14"),
    ("last week", "2025-11-17 2025-11-23"),
    ("last Monday", "2025-11-24 2025-11-24"),
    ("last December", "2024-12-01 2024-12-31"),
    ("the week of March 3rd, 2025", "2025-03-03 2025-03-09"), ("la semaine du 7 mars 2025", "2025-03-03 2025-03-09"),
    ("3 to 5 March", "2025-03-03 2025-03-05"), ("between the 3rd and 5th of March 2024", "2024-03-03 2024-03-05"),
    ("a week of rain", ""),
    ("March 3 to 5", "2025-03-03 2025-03-05"), ("March 3 - 5 people came", "2025-03-03 2025-03-03"),
    ("between March 3 and 5", "2025-03-03 2025-03-05"), ("March 3 and 5", "2025-03-03 2025-03-03"),
    ("Lecture 1 - March 14, 2025", "2025-03-14 2025-03-14"), ("Teil 2 – 14. März 2025", "2025-03-14 2025-03-14"),
    ("call at 9:05 - 12 March 2025", "2025-03-12 2025-03-12"), ("on 3 - 5 March", "2025-03-03 2025-03-05"),
    ("die Woche vom 4. März bis 12. März 2025", "2025-03-04 2025-03-12"), ("9 and 10 March", "2025-03-10 2025-03-10"),
    ("30 to 5 March", "2025-03-05 2025-03-05"),
    ("the week before August 3, 2023", "2023-07-27 2023-08-02"),
    ("two weeks before August 11, 2023", "2023-07-25 2023-07-31"),
    ("last weekend before April 10, 2023", "2023-04-08 2023-04-09"),
    ("between August 11 and August 15 2023", "2023-08-11 2023-08-15"),
    ("May I march in?", ""),
    ("What may I do in May?", "2025-05-01 2025-05-31"),
    ("hier steht", ""),
    ("Qu'est-ce que j'ai fait hier à la maison ?", "2025-11-24 2025-11-24"),
    ("It costs 2025 euros", ""),
    ("version 10.2025", ""),
    ("2025-02-30", ""),
    ("gestern", "2025-11-24 2025-11-24"),
    ("the past 3 days", "2025-11-22 2025-11-25"),
    ("im März 2024", "2024-03-01 2024-03-31"),
    ("a couple of weeks ago", "2025-11-08 2025-11-14"),
    ("2025-W11", "2025-03-10 2025-03-16"),
    ("vor einem Jahr", "2024-01-01 2024-12-31"),
    ("el 14 de marzo de 2025", "2025-03-14 2025-03-14"),
    ("3月14日", "2025-03-14 2025-03-14"),
    ("本周", "2025-11-24 2025-11-30"),
    ("03/04/2025", ""),
    ("13/04/2025", "2025-04-13 2025-04-13"),
    ("the day before yesterday", "2025-11-23 2025-11-23"),
    ("vorgestern", "2025-11-23 2025-11-23"),
    ("avant-hier", "2025-11-23 2025-11-23"),
    ("anteayer", "2025-11-23 2025-11-23"),
    ("heute", "2025-11-25 2025-11-25"),
    ("aujourd'hui", "2025-11-25 2025-11-25"),
    ("this month", "2025-11-01 2025-11-30"),
    ("diesen Monat", "2025-11-01 2025-11-30"),
    ("last year", "2024-01-01 2024-12-31"),
    ("letztes Jahr", "2024-01-01 2024-12-31"),
    ("l'année dernière", "2024-01-01 2024-12-31"),
    ("el mes pasado", "2025-10-01 2025-10-31"),
    ("next week", "2025-12-01 2025-12-07"),
    ("tomorrow", "2025-11-26 2025-11-26"),
    ("last Sunday", "2025-11-23 2025-11-23"),
    ("last Tuesday", "2025-11-18 2025-11-18"),
    ("last weekend", "2025-11-22 2025-11-23"),
    ("mars dernier", "2025-03-01 2025-03-31"),
    ("去年", "2024-01-01 2024-12-31"),
    ("三天前", "2025-11-22 2025-11-22"),
    ("上周", "2025-11-17 2025-11-23"),
    ("3个月前", "2025-08-01 2025-08-31"),
    ("2025年", "2025-01-01 2025-12-31"),
    ("in December", "2024-12-01 2024-12-31"),
    ("on 14 March", "2025-03-14 2025-03-14"),
    ("on December 24th", "2024-12-24 2024-12-24"),
    ("between 2025-03-01 and 2025-03-10", "2025-03-01 2025-03-10"),
    ("zwischen März und Mai 2024", "2024-03-01 2024-05-31"),
    ("dec is decimal", ""),
    ("the march of time", ""),
    ("What did I do last March and yesterday?", "2025-03-01 2025-03-31|2025-11-24 2025-11-24"),
    ("vor dem Haus", ""),
    ("last but not least", ""),
    ("5 days a week", ""),
    ("two weeks", ""),
    ("in two weeks", ""),
  ])
  func phrasesStandForDays(text: String, expected: String) throws {
    let today = try #require(Day("2025-11-25"))
    let found = DatePhrase.all(in: text, today: today).map { "\($0.days.lowerBound) \($0.days.upperBound)" }
    #expect(found.joined(separator: "|") == expected)
  }

  @Test(arguments: [
    ("2025", "2025-01-01"), ("last March", "2025-03-01"), ("in 2024", "2024-01-01"), ("the last week", "2025-11-17"),
    ("2025-03-14", "2025-03-14"), ("keys", nil), ("last March keys", nil), ("", nil), ("yesterday and today", nil),
    // 25 November 2025 is a Tuesday.
    ("Tuesday", "2025-11-18"), ("on monday", "2025-11-24"), ("Freitag", "2025-11-21"), ("in 3 days", "2025-11-28"),
    ("in zwei Wochen", "2025-12-06"), ("morgen", "2025-11-26"), ("übermorgen", "2025-11-27"), ("demain", "2025-11-26"),
    ("am Morgen", nil),
  ])
  func aDateAloneIsOne(text: String, expected: String?) throws {
    let today = try #require(Day("2025-11-25"))
    #expect(DatePhrase.days(of: text, today: today)?.lowerBound == expected.flatMap { Day($0) })
  }

  @Test(arguments: [
    ("March to May 2026", "2026-03-01 2026-05-31"), ("from March to May 2026", "2026-03-01 2026-05-31"),
    ("between March and May 2026", "2026-03-01 2026-05-31"), ("November to January 2026", "2025-11-01 2026-01-31"),
    ("2024..2025", "2024-01-01 2025-12-31"), ("2024-2025", "2024-01-01 2025-12-31"),
    ("2024 to 2025", "2024-01-01 2025-12-31"), ("2024-03..2024-05", "2024-03-01 2024-05-31"),
    ("2025-03-14 - 2025-03-20", "2025-03-14 2025-03-20"), ("2025-03-14..2025-03-20", "2025-03-14 2025-03-20"),
    ("14 to 16 March 2025", "2025-03-14 2025-03-16"), ("11 August to 15 August 2023", "2023-08-11 2023-08-15"),
    ("von März bis Mai 2024", "2024-03-01 2024-05-31"), ("2024..", "2024-01-01 9999-12-31"),
    ("..2024", "0001-01-01 2024-12-31"), ("march", "2025-03-01 2025-03-31"), ("May", "2025-05-01 2025-05-31"),
    ("December", "2024-12-01 2024-12-31"), ("March to May", "2025-03-01 2025-05-31"),
    ("June to August 2026", "2026-06-01 2026-08-31"), ("03-2025", nil), ("14-03-2025", "2025-03-14 2025-03-14"),
    ("yesterday..today", "2025-11-24 2025-11-25"), ("2025..2024", nil), ("to", nil), ("..", nil), ("2025-13-45", nil),
    ("March to keys", nil), ("keys to March", nil),
  ])
  func aSpanIsOfTwoDates(text: String, expected: String?) throws {
    let today = try #require(Day("2025-11-25"))
    let days = DatePhrase.days(of: text, today: today)
    #expect(days.map { "\($0.lowerBound) \($0.upperBound)" } == expected)
  }

  /// Each day of four years: relative phrases keep their meaning at ends of months and years.
  @Test func relativePhrasesHoldOnEveryDay() throws {
    let first = try #require(Day("2023-12-01"))
    for number in 0..<1500 {
      let today = first.adding(days: number)
      func days(_ text: String) throws -> ClosedRange<Day> {
        try #require(DatePhrase.all(in: text, today: today).first?.days, "\(text) on \(today)")
      }
      #expect(try days("last week").upperBound.adding(days: 1) == days("this week").lowerBound)
      #expect(try days("last month").upperBound.adding(days: 1) == days("this month").lowerBound)
      #expect(try days("last year").upperBound.parts.year == today.parts.year - 1)
      #expect(try days("last March").upperBound < today && days("last March").lowerBound.parts.month == 3)
      #expect(try days("in March").lowerBound <= today && today.number - days("in March").lowerBound.number < 366)
      for weekday in ["Monday", "Sunday"] {
        let day = try days("last \(weekday)").lowerBound
        #expect((1...7).contains(today.number - day.number) && day.weekday == (weekday == "Monday" ? 1 : 7))
      }
      let weekend = try days("last weekend")
      #expect(weekend.lowerBound.weekday == 6 && weekend.upperBound.weekday == 7 && weekend.lowerBound < today)
      let before = try days("the weekend before \(today)")
      #expect(before.lowerBound.weekday == 6 && (1...7).contains(today.number - before.lowerBound.number))
      #expect(try days("the week before \(today)").contains(today.adding(days: -7)))
    }
  }
}
