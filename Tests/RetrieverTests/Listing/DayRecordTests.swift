import Embedding
import Foundation
import Indexer
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// Questions about days, asked of birthdays in contacts and of tasks in calendars and Org files.
@Suite struct DayRecordTests {
  private static let notes = [
    "people.vcf": """
    BEGIN:VCARD
    FN:Lena Hofmann
    BDAY:19840305
    ANNIVERSARY:2011-12-02
    TEL:0151 555
    END:VCARD
    BEGIN:VCARD
    FN:Bruno Keller
    BDAY:--1202
    END:VCARD
    BEGIN:VCARD
    FN:Ida Moser
    BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29
    END:VCARD
    BEGIN:VCARD
    FN:Nobody
    TEL:0151 556
    END:VCARD
    """,
    "cal.ics": """
    BEGIN:VCALENDAR
    BEGIN:VTODO
    SUMMARY:Print scores
    DUE:20261204
    STATUS:NEEDS-ACTION
    END:VTODO
    BEGIN:VTODO
    SUMMARY:Pay the choir
    DUE:20261120
    STATUS:COMPLETED
    COMPLETED:20261119T080000Z
    END:VTODO
    BEGIN:VTODO
    SUMMARY:Hire a bus
    DUE:20261204
    STATUS:CANCELLED
    END:VTODO
    BEGIN:VTODO
    SUMMARY:Wash the car \(String(repeating: "again and ", count: 20))again
    DUE:20261204
    STATUS:COMPLETED
    END:VTODO
    BEGIN:VEVENT
    SUMMARY:Trip to the sea
    DTSTART:20261210
    DESCRIPTION:- [x] passport\\n- [ ] tickets 📅 2026-12-04\\n- Birthday: 1984-12-15
    END:VEVENT
    BEGIN:VEVENT
    SUMMARY:Retro
    DTSTART:20261210T100000
    DESCRIPTION:- [-] dropped
    END:VEVENT
    END:VCALENDAR
    """,
    "garden.org": """
    #+TODO: TODO HOLD | DONE

    * TODO [#A] Order seeds :garden:
      DEADLINE: <2026-12-04 Fri>
    * HOLD Mend the fence
      SCHEDULED: <2026-12-03 Thu>
    - [ ] Boots
    * DONE Rake the leaves
      CLOSED: [2026-11-18 Wed 17:00] DEADLINE: <2026-11-20 Fri>
    """,
    "2026-11.md": "# November\n\n- 2nd attempt at bread\n- Anniversary concert: 2026-11-28\n",
    "2026-12-17.org": "* TODO Water the roses\n* DONE Fix the gate\n* At home\n",
    "2026-12-18.md": "Dentist appointment at ten.\n",
    "mail/box.mbox": """
    From ida@example.org Thu Nov 26 10:00:00 2026
    From: Ida Moser <ida@example.org>
    To: me@example.org
    Subject: Plums
    Date: Thu, 26 Nov 2026 10:00:00 +0000

    They are ripe.

    """,
    "mail/in/cur/1788949200.M1P1.host:2,S": """
    From: Ida Moser <ida@example.org>
    Subject: Ladder
    Date: Wed, 9 Sep 2026 09:00:00 +0000

    May I borrow it?

    """,
    "mail/sent/cur/1788949201.M1P1.host:2,S": """
    From: me@example.org
    Subject: Yes
    Date: Wed, 9 Sep 2026 10:00:00 +0000

    You may.

    """,
    "2026-11-26.md": "Dried plums.\n",
    "family.md": "# Family\n\nUncle Karl's birthday is on 7 August.\n",
  ]

  private let given: DayNotes
  private var index: SearchIndex { given.index }

  init() async throws { given = try await DayNotes(Self.notes) }

  private func rows(_ question: String, on today: String = "2026-11-27") async throws -> [String] {
    try await given.rows(question, on: today)
  }

  @Test func birthdaysAreOnADayOfEachYear() async throws {
    let found = try await rows("Whose birthday is it next week?")
    #expect(
      found == ["2026-12-02 Lena Hofmann · Anniversary: 2011-12-02", "2026-12-02 Bruno Keller · Birthday: 12-02"])
    #expect(try await rows("Wer hat am 2. Dezember Geburtstag?").count == 2)
    #expect(
      try await rows("When is the next birthday?").map { $0.prefix(15) } == ["2026-12-02 Lena", "2026-12-02 Brun"])
    #expect(
      try await rows("Which birthdays are in 2027?").map { $0.prefix(10) } == [
        "2027-02-28", "2027-03-05", "2027-12-02", "2027-12-02",
      ])
    #expect(try await rows("Whose birthday is on 29 February?", on: "2028-02-01") == ["Ida Moser · Birthday: 02-29"])
    #expect(try await rows("Whose birthday is on 28 February?") == ["Ida Moser · Birthday: 02-29"])
    #expect(try await rows("Whose birthday is on 28 February?", on: "2028-02-01") == [])
    #expect(try await rows("When is the next anniversary concert?") == ["2026-11-28 Anniversary concert: 2026-11-28"])
    #expect(try await rows("Whose birthday is tomorrow?") == [])
    #expect(
      try await rows("When is Lena Hofmann's next birthday?").first == "2027-03-05 Birthday: 1984-03-05")
  }

  /// They are on the days to come, and not among what happened, nor among all that a year has.
  @Test func birthdaysAreAmongWhatIsToCome() async throws {
    #expect(try await rows("What do I have on 2 December?").count == 2)
    #expect(try await rows("What happened in March?") == [])
    let week = try #require(Day.days(ofWeek: 49, 2026))
    let found = try await index.newestChunks(limit: 9, where: SearchFilter(dated: week)).map(\.chunk.headingPath)
    #expect(found.contains(["Lena Hofmann"]) && found.contains(["Bruno Keller"]) && !found.contains(["Nobody"]))
    let year = try #require(Day.days(ofYear: 2027))
    #expect(try await index.documents(where: SearchFilter(dated: year), limit: 9).documents.isEmpty)
    // What a description says is no birthday.
    let day = try #require(Day("2026-12-15"))
    #expect(try await index.documents(where: SearchFilter(dated: day...day), limit: 9).documents.isEmpty)
    #expect(try await rows("What did I do on 2 November?") == [])
    // A birthday does not make a calendar.
    #expect(try await rows("Which appointments do I have on 18 December?") == ["Dentist appointment at ten."])
  }

  @Test func messagesAreListedWithTheirSenders() async throws {
    let mail = "Plums, 2026-11-26 · From: Ida Moser <ida@example.org>"
    #expect(try await rows("Which emails did I get yesterday?") == [mail])
    #expect(try await rows("Which messages did I get last Tuesday?") == [])
    #expect(try await rows("Did I get any mail yesterday?") == [mail])
    let ofMaildir = "Ladder · From: Ida Moser <ida@example.org>"
    #expect(try await rows("Which emails did I get on 9 September 2026?") == [ofMaildir])
    #expect(try await rows("Who wrote to me on 9 September 2026?") == [ofMaildir])
    let sent = "Yes · From: me@example.org"
    #expect(try await rows("Which emails are from 9 September 2026?") == [ofMaildir, sent])
    let filter = SearchFilter(today: Day("2026-11-27"))
    #expect(try await index.listing(for: "How many emails did I get yesterday?", where: filter)?.kind == .count)
    #expect(try await rows("How many appointments do I have on 18 December?") == [])
    #expect(try await rows("What happened yesterday?") == ["Dried plums.", mail])
  }

  /// What is attached to a message, and what it forwards, is part of it.
  @Test func messagesAreCountedWithoutWhatTheyContain() async throws {
    let message = """
      From: Ida Moser <ida@example.org>
      Subject: The weir
      Date: Tue, 10 Nov 2026 09:00:00 +0000
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: text/html

      <h1>Plans</h1><p>Read them.</p><h2>Costs</h2><p>None.</p>
      --m
      Content-Disposition: attachment; filename=plan.txt

      Dig.
      --m
      Content-Type: message/rfc822

      From: Ben <ben@example.org>
      Subject: Old plan
      Date: Tue, 10 Nov 2026 08:00:00 +0000

      Wait.
      --m--

      """
    let second = message.replacing("The weir", with: "The mill")
    let given = try await DayNotes([
      "weir.eml": message, "box.mbox": "From a Tue Nov 10 09:00:00 2026\n\(second)From a Tue Nov 10\n\(second)",
    ])
    let rows = try await given.rows("How many emails did I get on 10 November 2026?")
    #expect(rows.count == 3)
    #expect(rows.allSatisfy { $0.hasSuffix(" · From: Ida Moser <ida@example.org>") })
  }

  @Test func aListInADescriptionIsNoTask() async throws {
    #expect(
      try await rows("What do I have on 10 December?") == [
        "Trip to the sea · passport · tickets 📅 2026-12-04 · Birthday: 1984-12-15",
        "Retro · When: 10:00 · [-] dropped",
      ])
    #expect(try await index.tasks(where: SearchFilter(pathParts: ["*.ics"])).count == 4)
  }

  @Test func tasksOfCalendarsAndOrgFilesAreTasks() async throws {
    #expect(
      try await rows("What is due next week?") == [
        "2026-12-04 Print scores", "2026-12-04 Order seeds",
      ])
    #expect(
      try await rows("Which tasks did I finish last week?") == [
        "2026-11-18 Rake the leaves", "2026-11-19 Pay the choir",
      ])
    #expect(try await rows("Which tasks are overdue?") == [])
    #expect(try await rows("What do I have on 4 December?") == ["Print scores", "Order seeds"])
    #expect(try await rows("What do I have on 3 December?") == ["Mend the fence"])
    #expect(
      try await rows("Which tasks are open?") == [
        "Water the roses", "Print scores, 2026-12-04", "Order seeds", "Mend the fence", "Boots",
      ])
    #expect(try await rows("What did I do yesterday?", on: "2026-12-18") == ["Fix the gate", "At home"])
    // A task is no appointment.
    #expect(try await rows("Which appointments do I have on 17 December?") == ["At home"])
    #expect(try await rows("Which appointments do I have on 4 December?") == [])
  }

  @Test func aFollowUpNamesOtherDays() async throws {
    var options = AnswerOptions()
    options.filter.today = Day("2026-11-27")
    let conversation = NotesConversation(about: index, using: ScriptedLanguageModel { _ in "" }, options: options)
    func rows(_ question: String) async throws -> [String] {
      let answer = try await conversation.answer(to: question)
      #expect(answer.question == question)
      return answer.listing?.rows.map(\.text) ?? []
    }
    #expect(try await rows("What is due tomorrow?") == [])
    #expect(try await rows("And next week?") == ["Print scores", "Order seeds"])
    #expect(try await rows("and on 4 December?") == ["Print scores", "Order seeds"])
    let turns = [(question: "What is due tomorrow?", answer: "Nothing."), ("And next week?", "Three.")]
    let continued = NotesConversation(
      about: index, using: ScriptedLanguageModel { _ in "" }, turns: turns, options: options)
    let answer = try await continued.answer(to: "and on 4 December?")
    #expect(answer.listing?.rows.map(\.text) == ["Print scores", "Order seeds"])
  }
}
