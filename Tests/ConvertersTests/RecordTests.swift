import Converters
import ForeignFormats
import Testing

struct RecordTests {
  @Test func aMessageHasItsHeaderItsTextAndItsAttachments() throws {
    let picnic = try Documents.conversion("records/picnic.eml")
    #expect(
      picnic.text == """
        # Picknick am See

        From: Ida Möser <ida@example.org>
        To: Ben <ben@example.org>, club@example.org
        Date: 2026-11-03 14:05 +0100
        Subject: Picknick am See

        Bring the grüne Decke.

        On Monday Ben wrote:
        > > Who brings plates?
        > I do.

        \\--
        Ida

        ## Attachment: list.csv

        - Thing; Count
        - Thing: Plates; Count: 12

        ## Attachment: photo.raw

        ## The lake

        From: Ben <ben@example.org>
        Subject: The lake

        The water has 19 degrees.

        """)
    #expect(picnic.title == "Picknick am See")
  }

  @Test func aMailboxHasAPlaceForEachMessage() throws {
    let club = try Documents.conversion("records/club.mbox")
    #expect(club.unit == .message)
    #expect(club.place(of: "\nFrom here") == nil)
    #expect(club.text.contains("The key hangs behind the door.\nFrom here it is easy.\n"))
    #expect(club.place(of: "key hangs") == "1")
    #expect(club.place(of: "Thanks!") == "2")
  }

  /// What a page or an attachment calls a heading of the first level is no message.
  @Test func headingsOfAMessageAreBelowItsOwn() throws {
    let mailbox = """
      From shop@notes.example Sat Mar 01 00:00:00 2025
      From: shop@notes.example
      Date: Sat, 01 Mar 2025 10:00:00 +0000
      Subject: Newsletter
      Content-Type: text/html

      <h1>Sale</h1><p>All of it.</p><h2>Lamps</h2><p>Half price.</p>

      """
    let text = try Documents.conversion(of: mailbox, named: "a.mbox").text
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(headings == ["# Newsletter, 2025-03-01", "## Sale", "### Lamps"])
  }

  @Test(arguments: [
    ("DTSTART:20260701T100000\nDURATION:P2W", "# Trip, 2026-07-01 to 2026-07-15"),
    ("DTSTART:20260701\nDTEND:20260702", "# Trip, 2026-07-01"),
    ("DTSTART:20260701T200000\nDTEND:20260702T000000", "# Trip, 2026-07-01"),
    ("DTSTART:20260701\nDTEND:20260916", "# Trip, 2026-07-01 to 2026-09-15"),
    ("DTSTART:20260701T100000\nRRULE:FREQ=WEEKLY", "# Trip"),
  ])
  func anEventThatHappensOnceHasItsDaysInTheHeading(lines: String, heading: String) throws {
    let event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Trip\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    #expect(try Documents.conversion(of: event, named: "a.ics").text.hasPrefix(heading + "\n"))
  }

  @Test func eventsSayWhenAndHowOften() throws {
    let choir = try Documents.conversion("records/choir.ics")
    #expect(
      choir.text == """
        # Rehearsal

        - When: 2026-11-05 18:30 to 20:30 (19:30 Europe/Zurich)
        - Repeats: every 2 weeks on Thursday until 2027-03-01 00:00 UTC
        - Except on: 2026-12-31
        - Where: Parish hall, upper floor
        - Organizer: Ida Moser <ida@example.org>
        - Attendees: Ben: tenor <ben@example.org>

        Bring the blue folder.
        We start with the hard piece.

        # Tour

        - When: 2027-05-14 to 2027-05-16
        - Repeats: every month on the last Friday, 4 times

        # Print scores, 2026-11-03

        - [ ] Print scores [due:: 2026-11-03]
        - Due: 2026-11-03 12:00

        """)
    #expect(choir.title == "Choir")
  }

  /// A download that was interrupted.
  @Test func aFileThatIsCutOffKeepsItsLastEntryAndSaysSo() throws {
    let event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Trip\nDTSTART:20260701\nLOCATION:Ber"
    let calendar = try Documents.conversion(of: event, named: "a.ics")
    #expect(calendar.text.hasPrefix("# Trip, 2026-07-01\n") && calendar.remarks == ["the file is cut off"])
    let card = try Documents.conversion(of: "BEGIN:VCARD\nFN:Ida Moser\nTEL:1", named: "a.vcf")
    #expect(card.text.hasPrefix("# Ida Moser\n") && card.remarks == ["the file is cut off"])
  }

  @Test func contactsOfAllVersionsAreRead() throws {
    #expect(
      try Documents.conversion("records/friends.vcf").text == """
        # Ida Moser

        - Phone (home): +41-44-000-00-00
        - Mail: ida@example.org
        - Address (work): Seeweg 4, Thun, 3600, Switzerland
        - Birthday: 1984-02-16
        - Note: Likes plums; hates figs.

        # Ben Grün

        - Organization: Choir, Tenors
        - Phone (cell): 079 000 00 00

        """)
  }

  @Test func aChatHasAPlaceForEachTurn() throws {
    let session = try Documents.conversion("records/session.jsonl")
    #expect(
      session.text == """
        ## user, 2026-11-03T14:05:00Z

        How old is the bridge?

        ## assistant

        ### Answer
        It was built in **1811**.

        search: {"query":"bridge"}

        ## user, 2026-11-03T14:05:00Z

        The bridge burned in 1853.

        ## user

        Thanks

        ## assistant

        Gladly.

        """)
    #expect(session.place(of: "1853") == "3")
    #expect(session.place(of: "Gladly") == "5")
  }

  @Test func otherJSONLinesAreNoChat() {
    #expect(throws: ConversionError.unknown("it is no chat: its lines have no author and text")) {
      try Documents.conversion("records/prices.jsonl")
    }
  }

  /// libFuzzer found this one.
  @Test func aToolMayBeAskedAnything() throws {
    for (input, asked) in [("3", "3"), ("\"a\"", "\"a\""), ("null", "null"), ("[1]", "[1]")] {
      let chat = "{\"role\":\"a\",\"text\":[{\"type\":\"tool_use\",\"name\":\"look\",\"input\":\(input)}]}"
      #expect(try Documents.conversion(of: chat, named: "a.jsonl").text == "## a\n\nlook: \(asked)\n")
    }
  }

  @Test func aFenceThatATurnLeavesOpenEndsWithIt() throws {
    let chat = "{\"role\":\"a\",\"text\":\"```sh\\nls\"}\n{\"role\":\"b\",\"text\":\"ok\"}\n"
    let text = try Documents.conversion(of: chat, named: "a.jsonl").text
    #expect(text == "## a\n\n```sh\nls\n```\n\n## b\n\nok\n")
  }

  @Test func aNotebookHasCellsAndWhatTheyPrinted() throws {
    let attic = try Documents.conversion("records/attic.ipynb")
    #expect(
      attic.text.hasPrefix(
        "# Attic\n\nBoxes by weight.\n\n```python\nweights = [3, 4]\nsum(weights)\n```\n\n```\n7\n```"))
    #expect(attic.text.hasSuffix("```\nFileNotFoundError: no such file: gone\n```\n"))
    #expect(!attic.text.contains("iVBOR") && !attic.text.contains("noise"))
    #expect(attic.place(of: "weights") == "2")
  }

  @Test func notebooksBeforeTheFourthFormatAreRead() throws {
    let notebook = """
      {"nbformat": 2, "worksheets": [{"cells": [
        {"cell_type": "heading", "level": 2, "source": ["Attic"]},
        {"cell_type": "markdown", "source": ["Boxes", "by weight."]},
        {"cell_type": "code", "language": "python", "input": ["a = 3", "a"],
         "outputs": [{"output_type": "pyout", "text": ["3"]}]}]}]}
      """
    #expect(
      try Documents.conversion(of: notebook, named: "a.ipynb").text
        == "## Attic\n\nBoxes\nby weight.\n\n```python\na = 3\na\n```\n\n```\n3\n```\n")
  }

  @Test func anEmptyPageInAMessageIsNoDamage() throws {
    let mail = """
      From: ida@example.org
      Subject: Plums
      Content-Type: multipart/alternative; boundary=b

      --b
      Content-Type: text/plain

      Ripe.
      --b
      Content-Type: text/html


      --b--
      """
    let plums = try Documents.conversion(of: mail, named: "a.eml")
    #expect(plums.text.hasSuffix("Ripe.\n") && plums.remarks.isEmpty)
  }

  /// Some programs write events with no calendar around them.
  @Test func anEventAloneIsACalendar() throws {
    let event = "BEGIN:VEVENT\nSUMMARY:Trip\nDTSTART:20260701\nCONTACT:Ida\nRESOURCES:Bus\nEND:VEVENT\n"
    #expect(
      try Documents.conversion(of: event, named: "a.ics").text
        == "# Trip, 2026-07-01\n\n- When: 2026-07-01\n- Resources: Bus\n- Contact: Ida\n")
  }

  @Test func rowsOfATableHaveTheNamesOfTheirColumns() throws {
    let people = try Documents.conversion("records/people.csv")
    #expect(
      people.text == """
        - Name; Town; Note
        - Name: Ida; Town: Thun; Note: likes plums; hates "figs"
        - Name: Ben; Town: Lund; Note: two lines
        - Name: Eva; Town: Bern

        """)
    #expect(people.place(of: "Eva") == " 5")
    #expect(try Documents.conversion("records/apples.tsv").text == "- sort; kilos\n- sort: Boskoop; kilos: 31\n")
  }

  @Test func whatIsSaidHasItsTime() throws {
    let talk = try Documents.conversion("records/talk.srt")
    #expect(talk.text == "Welcome to the garden.\nToday we plant garlic.\n\nWater it well.\n")
    #expect(talk.place(of: "Water it") == "00:12:31")
    let web = try Documents.conversion("records/talk.vtt")
    #expect(web.text == "Ida: Good morning.\n\nThe end.\n")
    #expect(web.place(of: "The end") == "01:00:00")
  }
}
