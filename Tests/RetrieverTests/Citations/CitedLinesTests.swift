import LanguageModels
import Retriever
import Testing
import VectorStore

/// Which lines an answer names and shows for what it says.
@Suite struct CitedLinesTests {
  private static let house = """
    Boiler: Viessmann Vitodens
    Installed: summer 2019
    Pressure: between 1.2 and 1.8 bar
    Technician: Herr Lindner
    Telephone: 0341 555 0192
    Chimney sweep: comes in March
    """

  private func sources(_ text: String, _ question: String, _ reply: String) async throws -> [CitedSource] {
    let notes = try await ScriptedNotes(["house.md": [text]])
    let model = ScriptedLanguageModel(replies: [reply + #""}"#])
    return try await notes.index.answer(to: question, using: model).collect().sources
  }

  @Test func ofLinesWithoutFullStopsThoseThatHoldTheWordsAreCited() async throws {
    let sources = try await sources(Self.house, "What telephone does the technician have?", "0341 555 0192.")
    #expect(sources.map(\.source.description) == ["house.md:4-5"])
    #expect(sources.map(\.excerpt) == [["Technician: Herr Lindner", "Telephone: 0341 555 0192"]])
  }

  @Test func wordsThatSayNothingOfATopicAreNoEvidence() async throws {
    let text = Self.house.replacing("Installed: summer 2019", with: "The colour of it is blue")
    let reply = "The telephone of the technician is 0341 555 0192."
    let sources = try await sources(text, "What telephone does the technician have?", reply)
    #expect(sources.map(\.evidence) == [[4, 5]])
  }

  /// A line about the question is not the source of what it does not say.
  @Test(arguments: [("It is black.", []), ("Black.", []), ("Yes.", [1]), ("0341 555 0192.", [1])])
  func aSentenceThatAddsOnlyWhatNoLineHasIsNotCited(reply: String, citations: [Int]) async throws {
    let notes = try await ScriptedNotes(["house.md": [Self.house]])
    let model = ScriptedLanguageModel(replies: [reply + #""}"#])
    let answer = try await notes.index.answer(to: "What telephone does the technician have?", using: model).collect()
    #expect(answer.sentences.map(\.citations) == [citations])
    #expect(answer.outcome == (citations.isEmpty ? .unsure : .answered))
    // What it can be compared with.
    #expect(answer.sources.count == 1 && !answer.showsClosestLines)
  }

  /// An answer in the language of the question shares no word with a note in another.
  @Test func anAnswerFromANoteInAnotherLanguageIsCited() async throws {
    let note = "Der Techniker für die Heizung ist immer am Dienstag da, und er trägt einen schwarzen Hut."
    let question = "When is the Techniker für die Heizung da?"
    #expect(try await sources(note, question, "Tuesday.").map(\.number) == [1])
  }

  @Test func theLineWithTheEvidenceIsShownHoweverFarItIsFromTheFirst() async throws {
    let sources = try await sources(Self.house, "When does the chimney sweep come for the boiler?", "In March.")
    #expect(sources.map(\.evidence) == [[1, 6]])
    #expect(sources.map(\.source.lines) == [1...6])
    #expect(sources.map(\.excerpt) == [["Boiler: Viessmann Vitodens", "…", "Chimney sweep: comes in March"]])
  }

  @Test func aSentenceOfAFewLinesIsCitedWhole() async throws {
    let text = "The boiler was installed\nin the summer of 2019\nby Herr Lindner. It is blue."
    let sources = try await sources(text, "When was the boiler installed?", "In 2019.")
    #expect(sources.map(\.source.lines) == [1...3])
    #expect(sources.map(\.evidence) == [[1, 2, 3]])
  }

  @Test func evidenceOfSeveralSentencesIsShownTogether() async throws {
    let text = "- Boiler: Vitodens\n- Colour: blue\n- Made: 2019\n\n- Room: cellar\n- Pressure: 1.8 bar"
    let reply = "The boiler is a Vitodens. It was made in 2019. Its pressure is 1.8 bar."
    let sources = try await sources(text, "What boiler is it, when was it made, what is its pressure?", reply)
    #expect(sources.map(\.source.lines) == [1...3, 6...6])
    #expect(sources.map(\.evidence) == [[1, 3], [6]])
    #expect(
      sources.map(\.excerpt) == [["- Boiler: Vitodens", "- Colour: blue", "- Made: 2019"], ["- Pressure: 1.8 bar"]])
  }

  /// A paragraph is often one line, of which the sentence is shown that holds the evidence.
  @Test func ofALongLineTheSentenceIsShown() async throws {
    let filler = String(repeating: "Nothing of note happened that year. ", count: 12)
    let text = "\(filler)The boiler was installed by Herr Lindner in 2019. \(filler)It is blue."
    let sources = try await sources(text, "Who installed the boiler?", "Herr Lindner.")
    #expect(sources.map(\.source.lines) == [1...1])
    let shown = try #require(sources.first?.excerpt.first)
    #expect(shown.hasPrefix("… ") && shown.contains("The boiler was installed by Herr Lindner in 2019."))
    #expect(shown.count < 250 && sources.first?.text == text)
  }

  /// Lines are those of the file; a form feed or U+2028 begins none in an editor.
  @Test(arguments: ["\u{0C}", "\u{0B}", "\u{2028}", "\u{85}"]) func linesAreCountedAsEditorsCountThem(sign: String)
    async throws
  {
    let text = "Intro.\(sign)More.\n\nThe boiler was installed in 2019."
    let sources = try await sources(text, "When was the boiler installed?", "In 2019.")
    #expect(sources.map(\.source.lines) == [3...3])
    #expect(sources.map(\.text) == ["The boiler was installed in 2019."])
  }
}
