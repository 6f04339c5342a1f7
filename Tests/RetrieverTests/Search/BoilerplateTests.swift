import Retriever
import Foundation
import TestSupport
import Testing

@Suite struct BoilerplateTests {
  @Test(arguments: [
    "[[Sync]]", "- [[Sync|our sync]]", "* [Plugins](plugins.md)", "1. [[Sync]], [[Plugins]]", "- [x] [[Sync]]",
    "| [[Sync]] | [Plugins](a.md) |", "<https://example.org/a?b=1>", "![[picture.png]]", "https://example.org",
    "[[file:sync.org][Sync]]", "-> [[Synchronisierung auf Geräten]] ·",
  ]) func linksAlone(line: String) { #expect(Boilerplate.holdsLinksAlone(line[...])) }

  @Test(arguments: [
    "", "---", "See [[Sync]]", "- [[Sync]]: keeps vaults alike", "1. Bread", "[ ] milk", "- [x] 3 eggs", "[draft]",
    "[[unfinished", "[text](unfinished", "http", "2026-05-01 [[Sync]] at 9", "鍵は[[家]]",
  ]) func proseWithOrWithoutLinks(line: String) { #expect(!Boilerplate.holdsLinksAlone(line[...])) }

  @Test func aLineOfSeveralDocumentsIsAFooter() throws {
    let footer = "Written by the family of Anna."
    let texts = ["Bread is baked.", "Tyres are round.", "The lamp is old."].map { "# Page\n\n\($0)\n\n  \(footer)\r\n" }
    let numbered = texts.enumerated().map { (document: Int64($0.offset), text: $0.element) }
    let prose = try #require(Boilerplate(among: numbered).prose(of: texts[0]))
    #expect(prose.text == "# Page\nBread is baked.")
    #expect(abs(prose.share - 15.0 / 45) < 1e-9)
    // Two documents, or one that says it thrice, have no footer; and headings are alike for good reasons.
    #expect(Boilerplate(among: Array(numbered.prefix(2))).prose(of: texts[0]) == nil)
    #expect(Boilerplate(among: texts.map { (1, $0) }).prose(of: texts[0]) == nil)
    #expect(
      Boilerplate(among: (1...5).map { (Int64($0), "# A long heading of all\n\nPage \($0)") }).prose(of: texts[0])
        == nil)
  }

  private struct Found: Decodable {
    struct Passage: Decodable {
      struct Parts: Decodable { var prose: Double }
      var path: String
      var scoreParts: Parts
    }
    var passages: [Passage]
  }

  @Test func proseComesBeforeFootersAndPagesOfLinks() async throws {
    let topics = ["rye", "tyres", "lamps", "boats", "taxes", "roses"]
    var files: [String: String] = [:]
    for topic in topics {
      files["\(topic).md"] =
        "# \(topic)\n\nA page about \(topic).\n\nSourdough starter recipe: ask Marta, sourdough@home.\n"
    }
    files["map.md"] =
      "# Map\n\n" + topics.map { "- [[Sourdough starter recipe \($0)]]\n- [[Sourdough and \($0)]]\n" }.joined()
    files["kitchen.md"] =
      "# Kitchen\n\nThe jar with the sourdough stands beside the fridge. It is fed on Fridays, before the shopping, with two "
      + "spoons of flour and a little water, and a starter that smells of glue is thrown away.\n"
    let notes = try Notes(files)
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "--json", "sourdough starter recipe")
    let found = try JSONDecoder().decode(Found.self, from: Data(result.output.utf8)).passages
    #expect(found.first?.path == "kitchen.md")
    #expect(found.first?.scoreParts.prose == 1)
    #expect(found.dropFirst().allSatisfy { $0.scoreParts.prose < 0.7 })
    let explained = try await notes.rag("search", "--explain", "sourdough starter recipe")
    #expect(explained.output.contains("because footers or links contain the words"))
  }
}
