import Foundation
import TestSupport
import Testing

/// The whole way, with the smallest model: it shows that the parts fit, not that the answers are good.
@Suite(.serialized) struct AskCommandTests {
  private struct Answered: Decodable {
    struct Source: Decodable {
      var number, firstLine, lastLine: Int
      var path, text, freshness: String
    }
    struct Passage: Decodable { var path: String }
    var outcome: String
    var refusal: String?
    var answer: String?
    var sources: [Source]
    var passages: [Passage]
    var promptTokens: Int
  }

  private func ask(_ notes: Notes, _ arguments: String...) async throws -> (status: Int32, answer: Answered) {
    let result = try await notes.rag(["ask", "--json"] + (try Notes.shortReplies) + arguments)
    return (result.status, try JSONDecoder().decode(Answered.self, from: Data(result.output.utf8)))
  }

  @Test func anAnswerNamesTheLinesItRestsOn() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let (status, answer) = try await ask(
      notes, "--model", try Models.smallModel(), "--reply-tokens", "64", "What is the tyre pressure of the bicycle?")
    #expect(status == 0 && answer.outcome == "answered")
    let source = try #require(answer.sources.first)
    #expect(answer.answer?.contains("[\(source.number)]") == true)
    let file = try String(contentsOfFile: notes.notes + "/" + source.path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(source.text == file[source.firstLine - 1...source.lastLine - 1].joined(separator: "\n"))
    #expect(source.freshness == "current")
  }

  @Test func anotherTopicIsNotInTheNotes() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let (status, answer) = try await ask(notes, "Who composed the opera Nabucco?")
    #expect(status == 1 && answer.outcome == "notInNotes" && answer.refusal == "topic")
    #expect(answer.promptTokens == 0)
    let text = try await notes.rag("ask", "--model", try Models.smallModel(), "Who composed the opera Nabucco?")
    #expect(text.output.hasPrefix("Not in your notes.\n"))
    #expect(text.output.contains("closest passages"))
  }

  @Test(arguments: [
    ("Wer komponierte die Oper Nabucco?", "Steht nicht in deinen Notizen.\n"),
    ("誰がナブッコを作曲しましたか", "ノートにはありません。\n"),
  ])
  func aQuestionIsAnsweredInItsLanguage(question: String, refusal: String) async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("ask", "--model", try Models.smallModel(), question)
    #expect(result.status == 1 && result.output.hasPrefix(refusal))
  }

  /// Six notes that say the same of six bicycles.
  static let bicycles = Dictionary(
    uniqueKeysWithValues: (1...6).map { ("\($0).md", "# Bicycle \($0)\n\nBicycle \($0) has a blue saddle.") })

  @Test(arguments: [([], 3), (["--sources", "2"], 2)])
  func besideARefusalAtMostThreePassagesAreShownUnlessMoreAreAskedFor(options: [String], count: Int) async throws {
    let notes = try Notes(Self.bicycles)
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag(
      ["ask", "--passages", "6"] + options + (try Notes.shortReplies) + ["Who composed the opera Nabucco?"])
    #expect(result.status == 1)
    #expect(result.output.matches(of: /(?m)^\d\.md:/).count == count, "\(result.output)")
  }

  @Test(arguments: [([], 3), (["--sources", "2"], 2)])
  func ofTheClosestLinesAtMostThreeAreShownUnlessMoreAreAskedFor(options: [String], count: Int) async throws {
    let notes = try Notes(Self.bicycles)
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag(
      ["ask", "--refuse-below", "1e9", "--passages", "6"] + options + (try Notes.shortReplies) + [
        "Which bicycle has a blue saddle?"
      ])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("The notes do not answer this outright"), "\(result.output)")
    #expect(result.output.matches(of: /(?m)^\[\d\] \d\.md:3/).count == count, "\(result.output)")
  }

  @Test func noSourcesAtAllCannotBeAskedFor() async throws {
    #expect(try await Notes().rag("ask", "--sources", "0", "Why?").status == 64)
  }

  @Test func aChangedFileIsFlagged() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    let (_, answer) = try await ask(
      notes, "--no-refresh", "--reply-tokens", "64", "What is the tyre pressure of the bicycle?")
    #expect(answer.sources.first { $0.path == "bike.md" }?.freshness == "changed")
  }

  @Test func aSmallWindowStillHoldsThePrompt() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let (status, answer) = try await ask(
      notes, "--context-size", "256", "--reply-tokens", "48", "What is the tyre pressure of the bicycle?")
    #expect(status == 0)
    #expect(answer.promptTokens > 0 && answer.promptTokens + 48 <= 256)
  }

  @Test func aQuestionLongerThanTheWindowIsAnErrorThatSaysSo() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let question = String(repeating: "tyre pressure ", count: 400)
    let result = try await notes.rag(
      "ask", "--model", try Models.smallModel(), "--context-size", "512", question)
    #expect(result.status == 2)
    #expect(result.errors.contains("512"))
  }

  @Test func withoutAModelThePassagesArePrinted() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("ask", "What is the tyre pressure?", environment: notes.noModels)
    #expect(result.status == 2)
    #expect(result.output.contains("bike.md:"))
    #expect(result.errors.contains("rag models pull Qwen2.5-Coder-1.5B-Instruct"))
  }

  @Test func aModelThatIsNoModelIsNamed() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let path = try notes.folder.write("not a model", to: "fake.gguf")
    let result = try await notes.rag("ask", "--model", path, "What is the tyre pressure?")
    #expect(result.status == 2)
    #expect(result.errors.contains("fake.gguf"))
  }
}
