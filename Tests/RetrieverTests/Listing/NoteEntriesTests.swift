import Testing
import VectorStore

import Retriever

@Suite struct NoteEntriesTests {
  private func entries(_ text: String, headingPath: [String] = [], firstLine: Int = 1) -> [NoteEntry] {
    NoteEntries.read([chunk(text, headingPath, firstLine)])
  }

  private func chunk(_ text: String, _ headingPath: [String] = [], _ firstLine: Int = 1) -> Chunk {
    Chunk(
      text: text, headingPath: headingPath, lines: firstLine...firstLine + text.count { $0 == "\n" },
      bytes: 0..<text.utf8.count)
  }

  @Test func rowsKnowTheirColumnsAndHeadings() {
    let read = entries("# Orders\n\n| date | what |\n| --- | --- |\n| 2026-01 | malt |\n| 2026-02 | |\n\nThat is all.")
    #expect(read.map(\.form) == [.heading, .tableRow, .tableRow, .sentence])
    #expect(read.map(\.text) == ["Orders", "2026-01 · malt", "2026-02", "That is all."])
    #expect(read.map(\.lines) == [1...1, 5...5, 6...6, 8...8])
    #expect(read[1].intro.contains("Orders") && read[1].columns == ["date", "what"])
    #expect(read[1].group == read[2].group && read[3].columns.isEmpty)
  }

  @Test func aTableThatGoesOnInTheNextChunkKeepsItsColumns() {
    let read = NoteEntries.read([chunk("| a | b |\n|---|---|\n| 1 | 2 |"), chunk("| 3 | 4 |", [], 4)])
    #expect(read.map(\.text) == ["1 · 2", "3 · 4"])
    #expect(read.map(\.chunk) == [0, 1])
    #expect(read[1].columns == ["a", "b"])
  }

  @Test func itemsKnowWhatTheyAreNestedIn() {
    let read = entries("To buy:\n\n- [ ] paint\n  white, without tint\n- [x] brushes\n  - two wide ones\n3. [ ] tape")
    #expect(read.map(\.text) == ["To buy:", "paint white, without tint", "brushes", "two wide ones", "tape"])
    #expect(read.map(\.isDone) == [nil, false, true, nil, false])
    #expect(read[1].lines == 3...4)
    #expect(read[1].intro.contains("To buy:"))
    #expect(read[3].outer.contains("brushes") && !read[4].outer.contains("brushes"))
    #expect(Set(read.dropFirst().map(\.group)).count == 1)
    #expect(entries("- [/] begun\n- [-] cancelled\n- [ref](a.md)").map(\.isDone) == [false, true, nil])
  }

  @Test func propertiesAreInTheHeaderOnly() {
    let read = entries("---\ntags: [a, b]\n---\n\n# A title\n\n* Status: **Rejected**\n\nText.\n\n* Status: unclear")
    #expect(read.map(\.form) == [.property, .heading, .property, .sentence, .listItem])
    #expect(read[0].lines == 2...2)
  }

  @Test func headingsWithinAChunkAreAboveWhatFollows() {
    let read = entries("## Water\n\n- tap\n\n## Shed\n\n- mower\n\n### Oil\n\n- can", headingPath: ["House"])
    #expect(read.map(\.text) == ["Water", "tap", "Shed", "mower", "Oil", "can"])
    #expect(read[3].intro.contains("Shed") && !read[3].intro.contains("Water"))
    #expect(read[5].intro.contains("Oil") && read[5].outer.contains("Shed") && !read[5].outer.contains("Water"))
  }

  /// Whatever a note contains, each entry is within its lines.
  @Test func anyTextIsRead() {
    for text in ["", "|", "|---|", "| a |\n|---|", "- ", "```\n| a |", "---\nopen", "\u{0}\r\n- x\r\ny", "####### x"] {
      for entry in entries(text, firstLine: 1) {
        #expect(entry.lines.lowerBound >= 1 && entry.lines.upperBound <= 1 + text.count { $0.isNewline })
      }
    }
  }

  @Test func linesOfOrgAreReadWithoutTheirSigns() {
    let text = """
      #+title: Log
      * 2026
      ** 2026-04-02 Thursday :garden:
      :PROPERTIES:
      :ID: 1
      :END:
      SCHEDULED: <2026-04-02 Thu>
      Planted the beans.
      - [ ] water
      #+begin_src
      * no headline
      #+end_src
      """
    let read = NoteEntries.read(
      [Chunk(text: text, headingPath: [], lines: 1...12, bytes: 0..<text.utf8.count)], isOrg: true)
    #expect(
      read.map(\.text) == [
        "title: Log", "2026", "2026-04-02 Thursday", "Planted the beans.", "water", "* no headline",
      ])
    #expect(read.map(\.form) == [.property, .heading, .heading, .sentence, .listItem, .sentence])
    #expect(read[3].intro.hasPrefix("2026-04-02 Thursday") && read[3].outer.hasPrefix("2026"))
  }
}
