import Retriever
import Testing
import VectorStore

@Suite struct PassageExcerptTests {
  private func passage(_ text: String) -> Passage {
    Passage(
      score: 1, source: Source(folder: "/notes", path: "a.md", lines: 1...20), title: "A", headingPath: [], text: text,
      scoreParts: ScoreParts(cosine: 1, lead: 1, exact: 0, stemmed: 0, keyword: 0), chunk: 1, ordinals: 0...0,
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
    #expect(passage(Self.text).excerpt(for: "the build").first == "Wait for the build.")
    #expect(passage("一行目\n肉じゃがの作り方\n三行目").excerpt(for: "肉じゃが").first == "肉じゃがの作り方")
  }

  @Test func wordsThatSayNothingOfATopicDoNotCount() {
    let list = "Tell the others of the day.\nTag.\nCaretaker: Voss\nWhat is the rest?"
    #expect(passage(list).excerpt(for: "What is the number of the caretaker?").first == "Caretaker: Voss")
    #expect(passage(list).excerpt(for: "what is the").first == "Tell the others of the day.")
  }

  @Test func withoutASharedWordTheBodyBegins() {
    #expect(passage(Self.text).excerpt(for: "***", lines: 2) == ["# Release", "Tell the others."])
    #expect(passage("---\nopen: yes").excerpt(for: "") == ["---", "open: yes"])
    #expect(passage("").excerpt(for: "a").isEmpty)
  }

  /// A paragraph is often one line.
  @Test func ofALongLineThePartThatSharesMostIsShown() throws {
    let filler = String(repeating: "Nothing of note happens here. ", count: 30)
    let line = filler + "The caretaker is called Voss and has the keys. " + filler
    let excerpt = passage("Short.\n" + line).excerpt(for: "Who is the caretaker with the keys?")
    #expect(excerpt.count == 1)
    let part = try #require(excerpt.first)
    #expect(part.contains(" The caretaker is called Voss and has the keys. "))
    #expect(part.hasPrefix("… ") && part.hasSuffix(" …") && part.count <= 244)
    // The first of the line where nothing else is better, and no word is cut.
    #expect(passage(line).excerpt(for: "unrelated") == ["Nothing of note happens here." + String(
      repeating: " Nothing of note happens here.", count: 7) + " …"])
    let han = String(repeating: "这里没有什么。", count: 60)
    #expect(passage(han + "钥匙在地下室。" + han).excerpt(for: "钥匙").first?.contains("钥匙在地下室。") == true)
  }
}
