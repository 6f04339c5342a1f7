import Retriever
import Testing
import VectorStore

@Suite struct PassagePackingTests {
  /// A passage of one chunk: `ordinal` is its place in its document, and it has ten lines for each place.
  private func passage(_ path: String, _ ordinal: Int, score: Double, text: String) -> Passage {
    Passage(
      score: score, source: Source(folder: "/notes", path: path, lines: ordinal * 10 + 1...ordinal * 10 + 5),
      title: path, headingPath: ["Top", "Part \(ordinal)"], text: text,
      scoreParts: ScoreParts(cosine: score, lead: score, exact: 0, stemmed: 0, keyword: 0), chunk: Int64(ordinal),
      ordinals: ordinal...ordinal, bytes: ordinal * 1000..<ordinal * 1000 + text.utf8.count,
      document: Document(folder: "/n", path: "n.md", title: "", size: 0, modified: 0, digest: ""))
  }

  private func pack(_ ranked: [Passage], tokens: Int = 1000, passages: Int = 5, share: Double = 0) async -> [Passage] {
    await PassagePacking.pack(
      ranked, limits: .init(tokens: tokens, passages: passages, scoreShare: share)
    ) { $1.text.count }.passages
  }

  @Test func noBudgetIsEverExceeded() async {
    let ranked = [7, 30, 12, 5, 9, 21, 3].enumerated().map { number, length in
      passage("\(number).md", 0, score: 1 - Double(number) / 10, text: String(repeating: "x", count: length))
    }
    for tokens in 0...100 {
      for limit in 0...8 {
        let packed = await pack(ranked, tokens: tokens, passages: limit)
        #expect(packed.map(\.text.count).reduce(0, +) <= tokens)
        #expect(packed.count <= limit)
        #expect(packed.map(\.score) == packed.map(\.score).sorted(by: >))
      }
    }
  }

  @Test func aPassageThatDoesNotFitLeavesRoomForASmallerOne() async {
    let ranked = [
      passage("a.md", 0, score: 0.9, text: "12345"), passage("b.md", 0, score: 0.8, text: "1234567890"),
      passage("c.md", 0, score: 0.7, text: "123"),
    ]
    #expect(await pack(ranked, tokens: 9).map(\.source.path) == ["a.md", "c.md"])
  }

  @Test func whatScoresFarBelowTheBestIsLeftOut() async {
    let ranked = [
      passage("a.md", 0, score: 0.8, text: "a"), passage("b.md", 0, score: 0.41, text: "b"),
      passage("c.md", 0, score: 0.39, text: "c"),
    ]
    #expect(await pack(ranked, share: 0.5).map(\.source.path) == ["a.md", "b.md"])
  }

  /// `ü` as one character and as two: the names look alike, and the files are two.
  @Test func chunksOfFilesWhoseNamesOnlyLookAlikeAreNotJoined() async {
    let packed = await pack([
      passage("f\u{FC}r.md", 0, score: 0.9, text: "first"), passage("fu\u{308}r.md", 1, score: 0.8, text: "second"),
    ])
    #expect(packed.map(\.text) == ["first", "second"])
  }

  /// A long line is parted into chunks: joined again it is one line, and those behind it keep their numbers.
  @Test(arguments: [(1, "one two"), (0, "onetwo")]) func whatStoodOnOneLineIsOneLine(gap: Int, text: String) async {
    var first = passage("a.md", 1, score: 0.9, text: "one")
    var second = passage("a.md", 2, score: 0.8, text: "two\n\nthree")
    (first.source.lines, second.source.lines) = (3...3, 3...5)
    (first.bytes, second.bytes) = (10..<13, 13 + gap..<23 + gap)
    for ranked in [[first, second], [second, first]] {
      let packed = await pack(ranked)
      #expect(packed.map(\.text) == [text + "\n\nthree"])
      #expect(packed.map(\.source.lines) == [3...5])
      #expect(packed.map(\.bytes) == [10..<23 + gap])
    }
  }

  @Test func aNeighbourJoinsInTheOrderOfTheDocument() async {
    let ranked = [
      passage("a.md", 2, score: 0.9, text: "second"), passage("b.md", 0, score: 0.8, text: "other"),
      passage("a.md", 1, score: 0.7, text: "first"),
    ]
    let packed = await pack(ranked)
    #expect(packed.map(\.source.path) == ["a.md", "b.md"])
    #expect(packed[0].source.lines == 11...25)
    #expect(packed[0].text == "first" + String(repeating: "\n", count: 6) + "second")
    #expect(packed[0].score == 0.9)
    #expect(packed[0].headingPath == ["Top"])
  }

  @Test func chunksApartStayApart() async {
    let ranked = [passage("a.md", 0, score: 0.9, text: "x"), passage("a.md", 2, score: 0.8, text: "y")]
    #expect(await pack(ranked).count == 2)
  }
}
