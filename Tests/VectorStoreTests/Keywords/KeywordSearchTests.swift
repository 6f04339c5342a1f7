import Foundation
import TestSupport
import Testing
import VectorStore

@Suite struct KeywordSearchTests {
  @Test func stemsAreFoundAndTheExactWordComesFirst() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["we rotated it", "how to rotate it", "nothing of it", "it is rotating"])
    #expect(try await fixture.paths(matching: "rotate") == ["00001.md", "00000.md", "00003.md"])
    let matches = try await fixture.index.keywordMatches("rotate", limit: 10)
    #expect(matches.map { $0.exact > 0 } == [true, false, false])
    #expect(matches.allSatisfy { $0.stemmed > 0 })
  }

  @Test func headingsWeighMoreThanText() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 1)
    try await fixture.index.apply([
      .replace(.test("a.md"), [.test("keys and locks", headings: ["Doors"], vector: .random(8, using: &generator))]),
      .replace(.test("b.md"), [.test("doors and locks", headings: ["Keys"], vector: .random(8, using: &generator))]),
      .replace(.test("c.md", title: "Windows"), [.test("glass", vector: .random(8, using: &generator))]),
    ])
    #expect(try await fixture.paths(matching: "keys") == ["b.md", "a.md"])
    #expect(try await fixture.paths(matching: "doors") == ["a.md", "b.md"])
    #expect(try await fixture.paths(matching: "windows") == ["c.md"])
  }

  /// Porter's algorithm sees a doubled byte before "ing" and cuts the letter in two.
  @Test func aWordWhoseStemIsNoTextIsFound() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["the a\u{924}ing of it", "nothing"])
    #expect(try await fixture.paths(matching: "a\u{924}ing") == ["00000.md"])
  }

  @Test func theWordsOfAPathAreFound() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 1)
    let chunk = EncodedChunk.test("text", vector: .random(8, using: &generator))
    try await fixture.index.apply([.replace(.test("garden/2024-05-03_tulip bulbs.md"), [chunk])])
    for query in ["garden", "tulips", "bulb 2024"] {
      #expect(try await fixture.paths(matching: query).count == 1, "\(query)")
    }
    #expect(try await fixture.paths(matching: "md").isEmpty)
    try await fixture.index.apply([.keepChunks(ofPath: "garden/2024-05-03_tulip bulbs.md", as: .test("shed.md"))])
    #expect(try await fixture.paths(matching: "garden tulips").isEmpty)
    #expect(try await fixture.paths(matching: "shed") == ["shed.md"])
  }

  @Test(arguments: [
    ("schluessel", []), ("Schlüssel", [0]), ("schlussel", [0]), ("STRASSE", [1]), ("Straße", [1]), ("ＡＢＣ１２", [2]),
    ("abc12", [2]), ("u\u{308}ber", [3]), ("über", [3]), ("ﬁnden", [4]), ("हिन्दी", [5]), ("हि", []),
  ])
  func formsOfALetterAreFoundAlike(query: String, expected: [Int]) async throws {
    let fixture = try await StoreFixture()
    try await fixture.store([
      "der Schlüssel", "die Straße", "ABC12 ok", "über alles", "finden", "हिन्दी भाषा",
    ])
    #expect(try await fixture.paths(matching: query) == expected.map { "0000\($0).md" })
  }

  /// ICU's transform of Latin letters to ASCII is the oracle.
  @Test func lettersThatUnicodeDoesNotDecomposeAreFoundAsPeopleTypeThem() async throws {
    let letters = (0xC0...0x2FF).compactMap { Unicode.Scalar($0).map(String.init) }.filter { letter in
      letter.first?.isLetter == true && letter.decomposedStringWithCompatibilityMapping == letter
    }
    let plain = letters.map { $0.applyingTransform(StringTransform("Latin-ASCII"), reverse: false)?.lowercased() ?? $0 }
    let folded = zip(letters, plain).filter { $1.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
    #expect(folded.count > 100)
    for (letter, plain) in folded { #expect(KeywordText.plain(letter) == plain, "\(letter)") }
  }

  @Test(arguments: [
    ("lodz", [0]), ("Łódź", [0]), ("LODZ", [0]), ("smorrebrod", [1]), ("smørrebrød", [1]), ("o\u{301}", [2]),
    ("Ǿ", [2]),
    ("thordur aegisson", [3]), ("hanoi dong", [4]), ("isik", [5]), ("\"æ\"", []),
  ])
  func lettersWithAStrokeAreFoundWithoutIt(query: String, expected: [Int]) async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["do Łodzi: Łódź", "smørrebrød", "ǿ", "Þórður Ægisson", "Hà Nội, đồng", "ışık"])
    #expect(try await fixture.paths(matching: query) == expected.map { "0000\($0).md" })
  }

  @Test(arguments: [
    ("鍵", [0, 1]), ("回す", [0]), ("す", [0, 2]), ("鍵盤", [1]), ("盤", [1]), ("カギ", [2]), ("ｶｷﾞ", [2]), ("กุญแจ", [3]),
    ("열쇠", [4]), ("쇠", [4]), ("key", [1]), ("钥", []), ("中文", [5]), ("文", [5]),
  ])
  func unspacedScriptsAreFoundByTheirCharacters(query: String, expected: [Int]) async throws {
    let fixture = try await StoreFixture()
    try await fixture.store([
      "鍵を回す", "key鍵盤2", "カギです", "ฉันทำกุญแจหาย", "열쇠를 찾았다", "中文",
    ])
    #expect(Set(try await fixture.paths(matching: query)) == Set(expected.map { "0000\($0).md" }))
  }

  @Test(arguments: [
    "", " ", "\"", "\"\"\"", "'", "*", "a*", "-a", "+", "^a", "NEAR(a b)", "a AND", "OR", "NOT", "(", "heading:a",
    "{a b}:c",
    "a\0b", "\0", "😀", "❤️", "a;DROP TABLE chunks", "\\", "%", "_", "[", "\u{FEFF}", "\u{202E}", "\u{10FFFF}",
    "e\u{301}",
  ])
  func nothingInAQueryIsAnOperator(query: String) async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["plain words alone"])
    #expect(try await fixture.paths(matching: query).isEmpty)
    #expect(try await fixture.paths(matching: "\(query) words") == ["00000.md"])
  }

  @Test func aVeryLongQueryIsCut() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store([
      "word0", "word\(SearchIndex.maximumQueryTerms - 1)", "word\(SearchIndex.maximumQueryTerms)",
    ])
    let query = (0..<20_000).map { "word\($0)" }.joined(separator: " ")
    #expect(query.utf8.count > 100_000)
    #expect(Set(try await fixture.paths(matching: query)) == ["00000.md", "00001.md"])
  }

  @Test func randomTextIsNeverAnError() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 11)
    let alphabet: [Character] = Array("ab\"'*-+^(){}:\0 \n\t中文กあカ한éßÅ😀👩‍👩‍👧\u{FE0F}\u{200D}ANDORNOTNEAR,;\\%_.")
    func text() -> String {
      String(
        (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          if Int.random(in: 0..<4, using: &generator) == 0,
            let scalar = Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &generator))
          {
            return Character(scalar)
          }
          return alphabet.randomElement(using: &generator) ?? "a"
        })
    }
    let texts = (0..<200).map { _ in text() }
    try await fixture.store(texts)
    let stored = try await fixture.index.keywordMatches("a", limit: 1000)
    #expect(!stored.isEmpty)
    for query in texts + (0..<300).map({ _ in text() }) {
      _ = try await fixture.index.keywordMatches(query, limit: 5)
      _ = try await fixture.index.documentFrequencies(of: fixture.index.stems(of: query))
    }
    // What was stored is found by its own words, and read back as it was.
    for (number, text) in texts.enumerated() {
      let path = String(repeating: "0", count: 5 - String(number).count) + "\(number).md"
      let chunk = try #require(try await fixture.index.chunks(ofDocument: path, in: "/notes").first)
      #expect(Array(chunk.chunk.text.utf8) == Array(text.utf8))
      guard try await !fixture.index.stems(of: text).isEmpty else { continue }
      #expect(try await fixture.paths(matching: text, limit: 1000).contains(path))
    }
  }

  @Test func frequenciesCountChunks() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["rotate rotate", "rotating keys", "keys", "鍵を回す", "盤の鍵"])
    #expect(
      try await fixture.index.stems(of: "Rotating the KEYS 鍵 鍵を回す") == ["rotat", "the", "kei", "鍵", "鍵を", "を回", "回す"])
    #expect(
      try await fixture.index.documentFrequencies(of: ["rotat", "kei", "absent", "鍵", "回す", ""])
        == ["rotat": 2, "kei": 2, "absent": 0, "鍵": 2, "回す": 1, "": 0])
    #expect(try await fixture.index.chunkCount() == 5)
  }

  @Test func wordsThatMostChunksHoldAreLookedForOnlyAlone() async throws {
    let fixture = try await StoreFixture(dimensions: 2)
    try await fixture.store((0..<1200).map { $0 % 400 == 7 ? "the rare word" : $0 % 3 == 0 ? "word" : "the word" })
    let rare = ["00007.md", "00407.md", "00807.md"]
    #expect(try await fixture.paths(matching: "the rare word", limit: 2000) == rare)
    #expect(try await fixture.paths(matching: "the", limit: 2000).count == 801)
    #expect(try await fixture.paths(matching: "the absent word", limit: 2000).count == 1200)
    #expect(try await fixture.paths(matching: "words RARE", limit: 2000) == rare)
  }

  @Test func aTieAtTheLimitGoesToTheFirstPath() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 3)
    for path in ["c.md", "a.md", "d.md", "b.md"] {
      try await fixture.index.apply([
        .replace(.test(path), [.test("same words", vector: .random(8, using: &generator))])
      ])
    }
    #expect(try await fixture.paths(matching: "words", limit: 2) == ["a.md", "b.md"])
  }
}
