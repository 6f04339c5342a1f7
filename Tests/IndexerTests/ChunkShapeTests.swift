import Indexer
import TestSupport
import Testing
import VectorStore

/// Where chunks begin and end.
@Suite struct ChunkShapeTests {
  /// Chunks of a text, one word one token.
  private func chunks(
    _ text: String, _ path: String = "note.md", maximumTokens: Int = 64, target: Int = 40
  ) throws -> [DocumentChunk] {
    let chunker = Chunker(maximumTokens: maximumTokens, target: target) { HashingEncoder.tokenCount(of: $0) }
    return try chunker.chunks(of: ParsedDocument(DocumentText(text), path: path)).all()
  }

  private func words(_ count: Int, _ word: String = "word") -> String {
    (0..<count).map { "\(word)\($0)" }.joined(separator: " ")
  }

  @Test func sectionsOfFairSizeStandByThemselvesUnderTheirPath() throws {
    let text = "# Top\n\n## One\n\n\(words(38))\n\n## Two\n\n\(words(38))\n\n### Deep\n\n\(words(38))\n"
    let chunks = try chunks(text)
    #expect(chunks.map(\.chunk.headingPath) == [["Top", "One"], ["Top", "Two"], ["Top", "Two", "Deep"]])
    #expect(chunks.map(\.chunk.lines) == [1...5, 7...9, 11...13])
    #expect(chunks.map(\.heading) == ["Top > One", "Top > Two", "Top > Two > Deep"])
    #expect(chunks.allSatisfy { $0.encodedText == $0.heading + "\n" + words(38) })
  }

  @Test func smallSectionsAreJoinedUnderWhatTheyShare() throws {
    let text = "# Top\n\n## A\n\n### A1\n\n\(words(14))\n\n### A2\n\n\(words(14))\n\n## B\n\n\(words(36))\n"
    let chunks = try chunks(text)
    #expect(chunks.map(\.chunk.headingPath) == [["Top", "A"], ["Top", "B"]])
    #expect(chunks.first?.encodedText == "Top > A\n### A1\n\n\(words(14))\n\n### A2\n\n\(words(14))")
  }

  @Test func aHeadingStaysWithWhatFollowsIt() throws {
    let text = "\(words(50, "before"))\n\n# Head\n\n\(words(58, "after"))\n"
    let chunks = try chunks(text)
    #expect(chunks.map(\.chunk.lines) == [1...1, 3...5])
    #expect(chunks.last?.heading == "Head")
  }

  @Test func aListIsPartedBetweenItsItems() throws {
    let items = (0..<12).map { "- \(words(9, "item\($0)x"))\n  \(words(3, "more"))" }
    let chunks = try chunks("# List\n\n" + items.joined(separator: "\n"))
    #expect(chunks.count >= 3)
    #expect(chunks.dropFirst().allSatisfy { $0.chunk.text.hasPrefix("- item") })
  }

  @Test func nestedItemsArePartedBeforeTheirText() throws {
    let text = "- top\n" + (0..<8).map { "  - \(words(11, "inner\($0)x"))" }.joined(separator: "\n")
    let chunks = try chunks(text)
    #expect(chunks.count >= 2)
    #expect(chunks.dropFirst().allSatisfy { $0.chunk.text.hasPrefix("  - inner") })
  }

  @Test func aTableIsPartedBetweenItsRows() throws {
    let rows = (0..<20).map { "| row\($0) | value |" }
    let chunks = try chunks("| a | b |\n|---|---|\n" + rows.joined(separator: "\n"))
    #expect(chunks.count >= 3)
    #expect(chunks.dropFirst().allSatisfy { $0.chunk.text.hasPrefix("| row") && $0.chunk.text.hasSuffix("|") })
  }

  @Test(arguments: [
    ("note.md", "| name | price |\n|---|---|", "| row%d | value |"),
    ("note.org", "| name | price |\n|---+---|", "| row%d | value |"),
    ("note.rst", "+------+-------+\n| name | price |\n+======+=======+", "| row%d | value |"),
    ("note.rst", "=====  =====\nname   price\n=====  =====", "row%d   value"),
  ])
  func everyPieceOfATableHasItsHeader(path: String, header: String, row: String) throws {
    let rows = (0..<200).map { row.replacing("%d", with: "\($0)") }
    let text = ([header] + rows).joined(separator: "\n") + (header.hasPrefix("=") ? "\n=====  =====" : "")
    let chunks = try chunks("text before\n\n" + text, path, maximumTokens: 200, target: 120)
    let pieces = chunks.filter { $0.chunk.text.contains("value") }
    #expect(pieces.count >= 3)
    #expect(pieces.first?.chunk.tableHeader == nil && pieces.first?.chunk.text.contains(header) == true)
    #expect(pieces.dropFirst().allSatisfy { $0.chunk.tableHeader == header && $0.encodedText.contains(header + "\n") })
    #expect(pieces.allSatisfy { HashingEncoder.tokenCount(of: $0.encodedText[...]) <= 198 })
    // The header is not part of the text: each row is in one chunk.
    #expect(
      chunks.map(\.chunk.text).joined(separator: "\n").filter { !$0.isWhitespace }
        == ("text before" + text).filter { !$0.isWhitespace })
  }

  @Test func aHeaderThatIsAsLongAsAChunkIsNotRepeated() throws {
    let rows = (0..<20).map { "| row\($0) | value |" }.joined(separator: "\n")
    let chunks = try chunks("| \(words(30)) |\n|---|\n\(rows)")
    #expect(chunks.count >= 3 && chunks.allSatisfy { $0.chunk.tableHeader == nil })
  }

  @Test(arguments: ["Bring to the hut:", "**Bring to the hut:**", "带到小屋："])
  func aListStaysWithTheLineThatAnnouncesIt(leadIn: String) throws {
    let list = (0..<6).map { "- \(words(5, "item\($0)x"))" }.joined(separator: "\n")
    for before in 30...44 {
      let chunks = try chunks("\(words(before)).\n\n\(leadIn)\n\n\(list)\n")
      #expect(chunks.contains { $0.chunk.text.contains("\(leadIn)\n\n- item0x0") })
    }
  }

  @Test(arguments: ["```swift", "~~~", "    indented"])
  func codeThatFitsIsKeptWhole(open: String) throws {
    let isFenced = !open.hasPrefix(" ")
    let code =
      (isFenced ? open + "\n" : "") + (0..<6).map { "    let x\($0) = \($0)" }.joined(separator: "\n\n")
      + (isFenced ? "\n" + open.prefix(3) : "")
    let text = "# T\n\n\(words(30)).\n\n\(code)\n\n\(words(30)).\n"
    #expect(try chunks(text).contains { $0.chunk.text.contains(code) })
  }

  @Test func headingsInCodeAreCode() throws {
    let text = "# T\n\ntext\n\n```sh\n# comment\n## another\n```\n\n<!--\n# hidden\n-->\n"
    #expect(try chunks(text).map(\.chunk.headingPath) == [["T"]])
  }

  @Test func proseIsPartedBetweenSentences() throws {
    let sentences = (0..<12).map { "Sentence \(words(8, "s\($0)x"))." }
    for text in [sentences.joined(separator: " "), sentences.joined(separator: "\n")] {
      let chunks = try chunks(text)
      #expect(chunks.count >= 3)
      #expect(chunks.allSatisfy { $0.chunk.text.hasPrefix("Sentence ") && $0.chunk.text.hasSuffix(".") })
    }
  }

  @Test func abbreviationsAndNumbersDoNotEndASentence() throws {
    let text = (0..<14).map { "Dr. Ada und z.B. Bo, ca. 3.5 mm am 3. Mai \($0) e.g. So." }.joined(separator: " ")
    #expect(try chunks(text).allSatisfy { $0.chunk.text.hasPrefix("Dr.") && $0.chunk.text.hasSuffix("So.") })
  }

  @Test func unspacedProseIsPartedBehindItsStops() throws {
    let text = String(repeating: "鍵は毎年春に交換する。誰が鍵を持っている？「机の中。」", count: 20)
    let chunks = try chunks(text, "鍵.md")
    #expect(chunks.count >= 5)
    #expect(chunks.allSatisfy { chunk in ["。", "？", "」"].contains { chunk.chunk.text.hasSuffix($0) } })
  }

  @Test func aLongLineIsPartedIntoChunksOfTheSameLine() throws {
    let chunks = try chunks(words(300))
    #expect(chunks.count >= 5 && chunks.allSatisfy { $0.chunk.lines == 1...1 })
    #expect(chunks.map(\.chunk.text).joined(separator: " ") == words(300))
  }

  @Test func orgAndRestructuredTextHaveTheirOwnHeadingsAndCode() throws {
    let org =
      "#+TITLE: Plan\n* One\n\(words(36))\n** TODO Two\n#+begin_src sh\n,* no heading\n#+end_src\n\(words(34))\n"
    // The lines of keys at the head belong to what follows them.
    #expect(try chunks(org, "plan.org").map(\.chunk.headingPath) == [["One"], ["One", "Two"]])
    let rst = "Plan\n====\n\n\(words(36))\n\nTwo\n---\n\nCode::\n\n  Not a heading\n  =============\n\n\(words(30))\n"
    #expect(try chunks(rst, "plan.rst").map(\.chunk.headingPath) == [["Plan"], ["Plan", "Two"]])
  }

  @Test func frontMatterIsSearchableWithTheFirstSection() throws {
    let text = "---\ntitle: Keys\naliases: [locks]\n---\n\n# Keys\n\n\(words(20))\n"
    let chunks = try chunks(text)
    #expect(chunks.count == 1)
    #expect(chunks.first?.chunk.text.contains("locks") == true)
    #expect(chunks.first?.chunk.headingPath == ["Keys"])
    #expect(chunks.first?.chunk.lines == 1...8)
  }

  @Test func aTitleIsNotSaidTwice() throws {
    #expect(try chunks("# Keys\n\n## Spare\n\ntext\n").first?.encodedText == "Keys > Spare\ntext")
    #expect(try chunks("---\ntitle: My keys\n---\n", "k.md").first?.heading == "My keys")
    #expect(try chunks("# Alone\n").first?.encodedText == "Alone")
  }

  @Test func ofALongSheetTheFirstRowsOfAChunkAreEncodedForAllOfIt() throws {
    let text = (1...8000).map { "- Jar plum\($0)\n" }.joined()
    func chunks(_ unit: Places.Unit) throws -> [DocumentChunk] {
      var document = try ParsedDocument(DocumentText(text), path: "a.xlsx")
      document.places = Places(unit: unit, marks: [Places.Mark(line: 1, label: "", row: 1)])
      let chunker = Chunker(maximumTokens: 64, target: 40) { HashingEncoder.tokenCount(of: $0) }
      return try chunker.chunks(of: document).all()
    }
    let (sheet, pages) = (try chunks(.row), try chunks(.page))
    // All text is stored, whatever is encoded.
    #expect(sheet.map(\.chunk) == pages.map(\.chunk))
    #expect(sheet.prefix(500) == pages.prefix(500))
    #expect(sheet.count > 501)
    for (part, whole) in zip(sheet, pages).dropFirst(500).dropLast() {
      #expect(whole.encodedText.hasPrefix(part.encodedText))
      #expect(part.encodedText.utf8.count * 2 < whole.encodedText.utf8.count)
    }
  }
}
