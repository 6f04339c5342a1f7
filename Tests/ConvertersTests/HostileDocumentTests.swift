import ForeignFormats
import Foundation
import TestSupport
import Testing

/// Documents that are made to exhaust memory, the stack or patience.
struct HostileDocumentTests {
  /// What `rag-read` may use at most for these small files, in megabytes.
  private static let mostMemory = 1200

  private func outcome(of bytes: Data, named name: String) throws -> ReadingProgram.Outcome {
    let program = try ReadingProgram()
    let outcome = try program.outcome(of: bytes, named: name)
    if case .ended = outcome { return outcome }
    #expect(try program.peakMegabytes() < Self.mostMemory)
    return outcome
  }

  private func text(of bytes: Data, named name: String) throws -> String {
    guard case .text(let conversion) = try outcome(of: bytes, named: name) else {
      Issue.record("\(name) has no text")
      return ""
    }
    return conversion.text
  }

  private func made(_ kind: String) throws -> Data { try Documents.made(kind, by: "hostile.py") }

  @Test(arguments: ["docx", "odt", "xlsx", "pptx", "epub"])
  func aZipBombIsTooLarge(kind: String) throws {
    let bomb = try made("bomb-\(kind)")
    #expect(bomb.count < 2 << 20)
    guard case .failure(let reason) = try outcome(of: bomb, named: "bomb.\(kind)") else {
      Issue.record("it has a text")
      return
    }
    #expect(reason.hasPrefix("it is too large: "))
  }

  @Test(arguments: ["docx", "odt"])
  func entitiesThatMultiplyStandForNothing(kind: String) throws {
    let text = try text(of: made("laughs-\(kind)"), named: "laughs.\(kind)")
    #expect(text == "Before  after.\n".replacing("  ", with: " "))
  }

  @Test func entitiesInAPageStandForNothing() throws {
    let text = try text(of: made("laughs-html"), named: "laughs.html")
    #expect(text.utf8.count < 1000)
    #expect(text.contains("Before"))
  }

  @Test(arguments: ["html", "docx", "odt", "epub", "pptx", "rtf", "tex", "adoc", "eml"])
  func deepNestingKeepsTheStack(kind: String) throws {
    if case .ended(let code) = try outcome(of: made("deep-\(kind)"), named: "deep.\(kind)") {
      Issue.record("it ends the program with \(code)")
    }
  }

  @Test func notesInBoxesOfNotesAreWrittenOnce() throws {
    let text = try text(of: made("notes"), named: "notes.odt")
    #expect(text.split(separator: "\n") == ["top"] + Array(repeating: "a", count: 40) + ["bottom"])
  }

  @Test func aDiagramThatAThousandSlidesNameIsReadOnce() throws {
    let lines = try text(of: made("diagrams"), named: "diagrams.pptx").split(separator: "\n")
    #expect(lines.count == 10_000)
    #expect(lines.first == "- point 0")
    #expect(lines.last?.hasSuffix("- point 9999") == true)
  }

  @Test(arguments: ["epub", "pptx"])
  func aPartThatIsNamedAThousandTimesIsReadOnce(kind: String) throws {
    let bytes = try Documents.made("repeated-\(kind)", by: "pieces.py")
    #expect(try text(of: bytes, named: "a.\(kind)").utf8.count < 1 << 20)
  }

  @Test func repeatedCellsStayWithinTheBudgetAndThatIsSaid() throws {
    let bytes = try Documents.made("repeated-ods", by: "pieces.py")
    guard case .text(let conversion) = try outcome(of: bytes, named: "a.ods") else {
      Issue.record("it has no text")
      return
    }
    #expect(conversion.text.contains("all of this again"))
    #expect(conversion.text.utf8.count < 256 << 10)
    #expect(conversion.remarks.contains { $0.hasPrefix("its text is cut after") })
  }

  @Test func anElementOfAHundredThousandAttributesIsRefused() throws {
    let bytes = try Documents.made("attributes-docx", by: "pieces.py")
    guard case .failure(let reason) = try outcome(of: bytes, named: "a.docx") else {
      Issue.record("it has a text")
      return
    }
    #expect(reason == "it is damaged: an element of word/document.xml has more than 1000 attributes")
  }

  @Test func aDayThatIsNoneIsReadAsItsCellShowsIt() throws {
    #expect(try text(of: made("dates"), named: "dates.ods").contains("0; 1; 2; 3; 2026-11-25; 2026-11-25 09:30"))
  }

  @Test func whatIsNestedTooDeepInAPageIsStillText() throws {
    let text = try text(of: made("deep-html"), named: "deep.html")
    #expect(text.contains("bottom"))
    #expect(text.contains("behind"))
  }

  /// What is nested too deep is beside the deepest, not a part of its text.
  @Test func headingsNestedTooDeepInAPageAreHeadings() throws {
    let page = String(repeating: "<div>", count: 1000) + "<h2>Tides</h2><p>Low at noon.<script>hidden()</script>"
    let text = try text(of: Data(page.utf8), named: "a.html")
    #expect(text.hasSuffix("# Tides\n\nLow at noon.\n"))
  }

  @Test func aHundredThousandObjectsAreRead() throws {
    #expect(try text(of: made("objects"), named: "objects.pdf") == "The only page.\n")
  }

  @Test func aTableMayNotSpanEverything() throws {
    let cell = "<td colspan=1000000 rowspan=1000000>a</td><td>b</td>"
    let html = "<table>" + String(repeating: "<tr>\(cell)</tr>", count: 50) + "</table>"
    #expect(try text(of: Data(html.utf8), named: "a.html").utf8.count < 4 << 20)
  }

  /// What is begun many times and never ended: each once took longer than any reader waits.
  @Test(arguments: [
    ("a.adoc", "", "<<a", ""), ("a.adoc", "", "[[a", ""), ("a.adoc", "", "footnote:a", ""),
    ("a.adoc", "= a", " =", "b"),
    ("a.adoc", "image::x[", "a", ""), ("a.html", "<p>a<p", " a{n}", ">b"), ("a.html", "<p>a", "<body a{n}>", "b"),
    ("a.html", "<p>a", "<b></i>", "b"),
    ("a.vtt", "00:01.000 --> 00:02.000\na", "<v ", ""), ("a.vtt", "00:01.000 --> 00:02.000\na", "{\\", ""),
    ("a.vcf", "BEGIN:VCARD\nFN:a\nNOTE;ENCODING=QUOTED-PRINTABLE:", "a=\n", ""),
    ("a.vcf", "BEGIN:VCARD\nFN:a\nTEL", ";TYPE=a", ":1\n"), ("a.eml", "Subject: a\nTo: ", "a:", "\n\na\n"),
    ("a.eml", "Subject: a\nContent-Type: text/plain", "; a*{n}=\"", "\n\na\n"),
    ("a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n", "BEGIN:VALARM\n", ""),
  ])
  func whatIsLeftOpenEndsNothing(name: String, head: String, unit: String, tail: String) throws {
    let units = (0..<600_000 / (unit.utf8.count + 2)).map { unit.replacing("{n}", with: "\($0)") }
    #expect(try !text(of: Data((head + units.joined() + tail).utf8), named: name).isEmpty)
  }

  /// A definition of 20 kB that is used 10,000 times is 200 MB.
  @Test(arguments: [
    ("a.adoc", ":a: ", "word ", "\n\n", "{a}\n\n"),
    ("a.tex", "\\newcommand{\\a}{", "word ", "}\\begin{document}", "\\a\n\n"),
  ])
  func whatIsDefinedOnceAndUsedOftenStaysWithinTheBudget(
    name: String, head: String, word: String, end: String, use: String
  ) throws {
    let file = head + String(repeating: word, count: 4000) + end + String(repeating: use, count: 10_000)
    guard case .text(let conversion) = try outcome(of: Data(file.utf8), named: name) else {
      Issue.record("it has no text")
      return
    }
    #expect(conversion.text.utf8.count < 18 * file.utf8.count)
    #expect(conversion.remarks.contains { $0.hasPrefix("its text is cut after") })
  }

  /// A heading stands in each passage below it.
  @Test(arguments: [
    ("a.eml", "From: a@example.org\nSubject: {}\n\nThe end.\n"), ("a.html", "<h1>{}</h1><p>The end."),
    ("a.adoc", "= {}\n\nThe end.\n"),
    ("a.vcf", "BEGIN:VCARD\nFN:{}\nNOTE:The end.\nEND:VCARD\n"),
  ])
  func aLongHeadingIsCutAndStaysText(name: String, file: String) throws {
    let words = (1...9000).map { "word\($0)" }.joined(separator: " ")
    let text = try text(of: Data(file.replacing("{}", with: words).utf8), named: name)
    let heading = try #require(text.split(separator: "\n").first)
    #expect(heading.hasPrefix("# word1 word2 ") && heading.hasSuffix("…") && heading.count < 310)
    #expect(text.contains("word8999 word9000") && text.contains("The end."))
  }
}
