import Retriever
import Testing

/// Lists of every line that has some words, in files and in databases.
@Suite struct EveryLineTests {
  private static let notes = [
    "roof.md": "# The roof\n\nThe offer by Brandt is 13,870 euros.\n\n- [ ] Call Brandt\n- [ ] Buy nails\n",
    "day.md": "# Monday\n\nBrandt came to look at the roof.\n\n| what | who |\n| --- | --- |\n| gutter | Brandt |\n",
    "strains.md": "# Strains\n\nAll strains are kept cold.\n\n- Ale 1\n- Lager 7\n",
  ]

  private func lines(_ words: String) async throws -> [String] {
    let notes = try await DayNotes(Self.notes)
    return try await notes.index.listing(for: words, isForced: true)?.rows.map(\.text) ?? []
  }

  @Test func anItemOfAListHidesNoSentence() async throws {
    #expect(
      try await lines("Brandt") == [
        "Brandt came to look at the roof.", "gutter · Brandt", "The offer by Brandt is 13,870 euros.", "Call Brandt",
      ])
  }

  @Test func theListBelowAHeadingIsAmongThem() async throws {
    #expect(try await lines("strains") == ["Strains", "All strains are kept cold.", "Ale 1", "Lager 7"])
  }

  @Test func aQuestionForAKindOfThingIsOneForItsList() async throws {
    #expect(try await lines("List all strains") == ["Ale 1", "Lager 7"])
  }
}
