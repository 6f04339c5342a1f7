import Retriever
import Testing
import VectorStore

@Suite struct PassageExcerptTests {
  private func passage(_ text: String) -> Passage {
    Passage(
      score: 1, source: Source(folder: "/notes", path: "a.md", lines: 1...20), title: "A", headingPath: [], text: text,
      scoreParts: ScoreParts(cosine: 1, lead: 1, exact: 0, stemmed: 0, keyword: 0), chunk: 1, ordinals: 0...0,
      bytes: 0..<1,
      document: Document(folder: "/n", path: "n.md", title: "", size: 0, modified: 0, digest: ""))
  }

  private static let text = """
    ---
    title: Release checklist
    ---
    # Release

    Tell the others.
    Tag the commit.

    Wait for the build.
    Rotate the signing keys once a year.
    Write it down.
    """

  @Test func theLinesThatShareMostWithTheQueryAreShown() {
    #expect(passage(Self.text).excerpt(for: "rotating keys").first == "Rotate the signing keys once a year.")
    let rows = (1200...1260).map { "| item\($0) | \($0 * 3) |" }.joined(separator: "\n")
    #expect(passage(rows).excerpt(for: "item1247").first == "| item1247 | 3741 |")
    #expect(passage(Self.text).excerpt(for: "the build").first == "Wait for the build.")
    #expect(passage("一行目\n肉じゃがの作り方\n三行目").excerpt(for: "肉じゃが").first == "肉じゃがの作り方")
  }

  @Test func lettersWithAccentsAndStrokesAreSharedWithoutThem() throws {
    let trip = "Left at nine.\nThe train to Łódź was late.\nA café in Tromsø."
    #expect(passage(trip).excerpt(for: "lodz", lines: 1) == ["The train to Łódź was late."])
    #expect(passage(trip).excerpt(for: "tromso cafe", lines: 1) == ["A café in Tromsø."])
    #expect(try part(of: Self.filler + "The ferry to Tromsø. " + Self.filler, for: "tromso").contains("Tromsø"))
  }

  @Test func wordsThatSayNothingOfATopicDoNotCount() {
    let list = "Tell the others of the day.\nTag.\nCaretaker: Voss\nWhat is the rest?"
    #expect(passage(list).excerpt(for: "What is the number of the caretaker?").first == "Caretaker: Voss")
    #expect(passage(list).excerpt(for: "what is the").first == "What is the rest?", "of these words alone they do")
  }

  @Test func frontMatterIsShownWhereNothingElseShares() {
    #expect(passage(Self.text).excerpt(for: "release") == ["# Release", "Tell the others.", "Tag the commit."])
    #expect(passage(Self.text).excerpt(for: "checklist", lines: 1) == ["title: Release checklist"])
  }

  @Test func withoutASharedWordTheBodyBegins() {
    #expect(passage(Self.text).excerpt(for: "***", lines: 2) == ["# Release", "Tell the others."])
    #expect(passage("---\nopen: yes").excerpt(for: "") == ["---", "open: yes"])
    #expect(passage("").excerpt(for: "a").isEmpty)
  }

  // MARK: a paragraph is often one line

  private static let filler = String(repeating: "Nothing of note happens here. ", count: 30)

  private func part(of line: String, for query: String) throws -> String {
    let excerpt = passage("Short.\n" + line).excerpt(for: query, lines: 1)
    #expect(excerpt.count == 1 && excerpt[0].count <= 244)
    return try #require(excerpt.first)
  }

  @Test func ofALongLineThePartThatSharesMostIsShown() throws {
    let voss = "The caretaker is called Voss and has the keys."
    let part = try part(of: Self.filler + voss + " " + Self.filler, for: "Who is the caretaker with the keys?")
    #expect(part.hasPrefix("… Nothing of note") && part.contains(" \(voss) ") && part.hasSuffix(" …"))
    // The first of the line where nothing else is better, and no word is cut.
    let eight = String(repeating: " Nothing of note happens here.", count: 8).dropFirst()
    #expect(passage(Self.filler).excerpt(for: "unrelated") == ["\(eight) …"])
  }

  /// Whether the word is near the beginning, at its end, or stands twice.
  @Test(arguments: 0..<40, [true, false]) func whatIsLookedForIsNeverCutOff(shift: Int, isTwice: Bool) throws {
    let line =
      String(repeating: "x", count: shift) + " " + Self.filler.prefix(220) + "caretaker "
      + Self.filler + (isTwice ? "The caretaker. " : "")
    #expect(try part(of: line, for: "caretaker").contains("caretaker"))
  }

  @Test(arguments: ["- ", "", "1. ", String(repeating: " ", count: 300)])
  func scriptsWithoutSpacesAreCutAnywhere(before: String) throws {
    let han = String(repeating: "这里没有什么", count: 60)
    let part = try part(of: before + han + "钥匙在地下室" + han, for: "钥匙")
    #expect(part.contains("钥匙在地下室") && part.count > 200)
    #expect(try #require(passage(before + han).excerpt(for: "unrelated").first).count > 200)
    let address = "See https://example.org/" + String(repeating: "a", count: 300)
    #expect(try self.part(of: before + address, for: "example").contains("https://example.org/aaa"))
  }

  @Test func aNameOfCapitalsIsLookedFor() throws {
    let line = Self.filler + "It is a rule of the WHO, they say. " + Self.filler
    #expect(try part(of: line, for: "What does the WHO ask?").contains(" of the WHO, "))
  }

  /// A passage of several sections is cited by the one whose lines are shown.
  @Test func thePlaceIsThatOfTheLinesShown() {
    var long = passage("# Rent\n\nDue on the first.\n\n# Keys\n\nRotate the signing keys.\n\n\n# Bins\n\nOn Mondays.")
    #expect(long.shownSource(for: "signing keys") == long.source)
    long.source.lines = 11...22
    long.source.places = Places(
      unit: .section,
      marks: [.init(line: 11, label: "Rent"), .init(line: 15, label: "Keys"), .init(line: 20, label: "Bins")])
    #expect(long.source.place == "§ Rent")
    #expect(long.shownSource(for: "signing keys").place == "§ Keys")
    #expect(long.shownSource(for: "Mondays").description == "a.md § Bins")
    #expect(long.shownSource(for: "signing keys").lines == 17...22)
    #expect(long.shownSource(for: "unrelated").place == "§ Rent")
  }

  /// All rows share the year; one has the day.
  @Test(arguments: ["What was measured on 2026-08-03?", "When was it 7.8 degrees?", "Was (2026-08-03) warm?"])
  func theRowOfADateOrANumberIsShown(query: String) {
    let rows = (1...6).map { "- day: 2026-08-0\($0); morning: \($0 == 3 ? "7.8" : "2.1")" }
    var table = passage(rows.joined(separator: "\n"))
    table.source.lines = 1...6
    table.source.places = Places(unit: .row, marks: [.init(line: 1, label: "", row: 2)])
    #expect(table.excerpt(for: query).first == rows[2])
    #expect(table.shownSource(for: query).place == "rows 4-6")
  }
}
