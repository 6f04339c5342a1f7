import Embedding
import Foundation
import TestSupport
import Testing
import VectorStore

/// Which chunks contain a phrase.
@Suite struct PhraseFilterTests {
  private static let texts = [
    "Rotate the signing keys.", "The keys: signing, and rotating.", "e-mail the Schlüssel", "鍵を回す。鍵盤", "鍵をAPIで回す",
    "key鍵 2", "say \"yes\" 1.5 times", "หากุญแจ",
  ]

  @Test(arguments: [
    ("signing keys", [0]), ("SIGNING  KEYS!", [0]), ("keys signing", [1]), ("signing", [0, 1]), ("sign", []),
    ("signing key", []), ("keys", [0, 1]), ("the", [0, 1, 2]), ("e-mail", [2]), ("e mail", [2]), ("email", []),
    ("schlussel", [2]), ("Schlüssel", [2]), ("鍵", [3, 4, 5]), ("鍵を", [3, 4]), ("鍵を回す", [3]), ("回す", [3, 4]),
    ("す", [3, 4]), ("す鍵", []), ("回す 鍵", [3]), ("鍵をAPI", [4]), ("APIで", [4]), ("API で回", [4]), ("key鍵", [5]),
    ("鍵 2", [5]), ("を", [3, 4]), ("say \"yes\"", [6]), ("\"yes\" 1", [6]), ("1.5", [6]), ("กุญแจ", [7]), ("a\0b", []),
    ("yes* OR key", []), ("NEAR(the keys)", []), ("body : keys", []), ("note", [0, 1, 2, 3, 4, 5, 6, 7]),
  ])
  func aPhraseIsItsWordsInARow(phrase: String, expected: [Int]) async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 1)
    let vector = UnitVector.random(8, using: &generator)
    try await fixture.index.apply(
      Self.texts.enumerated().map { number, text in
        .replace(.test("note \(number).md", title: ""), [.test(text, vector: vector)])
      })
    func found(where filter: SearchFilter) async throws -> [Int] {
      let matches = try await fixture.index.nearest(to: vector, limit: 100, where: filter)
      return try await fixture.index.chunks(withIDs: matches.map(\.chunk)).compactMap { stored in
        Self.texts.firstIndex(of: stored.chunk.text)
      }
    }
    #expect(try await found(where: SearchFilter(phrases: [phrase])) == expected)
    let others = Self.texts.indices.filter { !expected.contains($0) }
    #expect(try await found(where: SearchFilter(excluded: .init(phrases: [phrase]))) == others)
  }

  @Test func thousandsOfPhrasesAreNotTooMany() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store(["alpha beta", "gamma"])
    let many = (0..<3000).map { "word\($0)" }
    let filter = SearchFilter(phrases: ["gamma"], excluded: .init(phrases: many))
    #expect(try await fixture.index.keywordMatches("gamma alpha", limit: 10, where: filter).count == 1)
    let all = SearchFilter(phrases: many)
    #expect(try await fixture.index.keywordMatches("gamma alpha", limit: 10, where: all).isEmpty)
  }

  @Test(arguments: [
    ("journal", ["work/journal/a.md"]), ("Journal/A", ["work/journal/a.md"]), ("work/", ["work/journal/a.md"]),
    ("home/", ["home/größe.org"]), ("gro\u{308}ße", ["home/größe.org"]), ("GRÖSSE", []), ("*.org", ["home/größe.org"]),
    ("a*.md", ["work/journal/a.md"]), ("notes", []), ("b", []), ("r*l*d", ["work/journal/a.md"]),
    (".", ["home/größe.org", "work/journal/a.md"]),
  ])
  func aPartOfAPathIsOfThePathThatIsShown(part: String, expected: [String]) async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 1)
    let vector = UnitVector.random(8, using: &generator)
    try await fixture.index.apply([
      .replace(.test("journal/a.md", in: "/notes/work"), [.test("text", vector: vector)]),
      .replace(.test("größe.org", in: "/notes/home"), [.test("text", vector: vector)]),
    ])
    let matches = try await fixture.index.keywordMatches("text", limit: 10, where: SearchFilter(pathParts: [part]))
    let paths = try await fixture.index.chunks(withIDs: matches.map(\.chunk)).map {
      "\($0.document.folder.split(separator: "/").last ?? "")/\($0.document.path)"
    }
    #expect(paths.sorted() == expected)
  }
}
