import Retriever
import Testing

@Suite struct SentencesTests {
  private func texts(_ text: String) -> [String] { Sentences.split(text, firstLine: 1).map(\.text) }

  @Test func fullStopsInsideNumbersAndAbbreviationsEndNothing() {
    #expect(
      texts("It costs 3.50 euros. Ask Dr. May, e.g. on Monday. Done!") == [
        "It costs 3.50 euros.", "Ask Dr. May, e.g. on Monday.", "Done!",
      ])
    #expect(texts("Wir fahren am 3. Mai. Dann nicht mehr.") == ["Wir fahren am 3. Mai.", "Dann nicht mehr."])
  }

  @Test func japaneseSentencesEndWithoutSpaces() {
    #expect(texts("鍵を替えた。次は五月！よいか？") == ["鍵を替えた。", "次は五月！", "よいか？"])
  }

  @Test func aSentenceMayCrossLinesAndKeepsThem() {
    let sentences = Sentences.split("One two\nthree. Four\nfive.\n\nSix.", firstLine: 10)
    #expect(sentences.map(\.text) == ["One two three.", "Four five.", "Six."])
    #expect(sentences.map(\.lines) == [10...11, 11...12, 14...14])
  }

  @Test func listItemsRowsAndCodeStandForThemselves() {
    let text = """
      # Heading
      Intro line
      - first item
        goes on
      - second item
      | a | b |
      |---|---|
      ```
      let x = 1
      ```
      """
    let sentences = Sentences.split(text, firstLine: 1)
    #expect(
      sentences.map(\.text) == [
        "# Heading", "Intro line", "- first item goes on", "- second item", "| a | b |", "let x = 1",
      ])
    #expect(sentences.map(\.lines) == [1...1, 2...2, 3...4, 5...5, 6...6, 9...9])
  }

  @Test func theRangesOfASentenceStreamCoverItWhole() {
    for text in [
      "A b. C d. E", "One.", "Z. B. is short. Done.", "あ。い。う", "Line\nline two\n", "x", "", "...", "Hm? Oh! Ah.",
    ] {
      let ranges = Sentences.ranges(in: text)
      let joined = ranges.map { String(text[$0]) }.joined()
      #expect(text.hasPrefix(joined))
      let rest = text.dropFirst(joined.count).filter { !$0.isWhitespace }
      #expect(rest.isEmpty)
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func aLineEndsHoweverItIsWritten(end: String) {
    let text = ["| cellar | 6147 |", "| attic | 9035 |", "| garage | 2958 |"].joined(separator: end)
    #expect(Sentences.ranges(in: text).count == 3)
  }
}
