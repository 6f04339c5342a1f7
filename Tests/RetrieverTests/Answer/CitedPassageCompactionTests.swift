import LanguageModels
import Retriever
import TestSupport
import Testing

/// A conversation of many turns in a window that holds a few: what its answers rest on.
@Suite struct CitedPassageCompactionTests {
  /// A model that answers with the text of the last source that it is shown, so that the others are not cited.
  private static func reader(contextSize: Int) -> ScriptedLanguageModel {
    ScriptedLanguageModel(contextSize: contextSize) { request in
      let system = request.messages.first?.content ?? ""
      let prompt = request.messages.last?.content ?? ""
      if system.hasPrefix("Summarize the conversation") { return "They talk about the house." }
      if system.hasPrefix("Rewrite") {
        let last = prompt.firstRange(of: "Last question: ").map { prompt[$0.upperBound...] } ?? ""
        return String(last.prefix { !$0.isNewline })
      }
      let sources = prompt.split(separator: "\n").filter { $0.hasPrefix("[") }
      let text = sources.last?.firstRange(of: ") ").map { sources[sources.endIndex - 1][$0.upperBound...] }
      return (text.map(String.init) ?? "Nothing.") + "\"}"
    }
  }

  private func passages(of prompt: Transcript.Prompt) -> [String] {
    prompt.segments.filter(\.isPassage).map(\.text)
  }

  @Test(arguments: [680, 800])
  func citedPassagesSurviveCompactionWithTheirNumbersAndTheOthersGo(contextSize: Int) async throws {
    let notes = try await ScriptedNotes()
    let model = Self.reader(contextSize: contextSize)
    let conversation = NotesConversation(about: notes.index, using: model, options: .init(replyTokens: 60))
    let compactions = Recorded<CompactionRecord>()
    conversation.session.onEvent = { event in
      if case .compactionEnded(let record) = event { compactions.append(record) }
    }
    var cited: [String: [String]] = [:]
    var (uncited, survivors): (Int, [String]) = (0, [])
    for turn in 1...20 {
      let question = "Turn \(turn): when are the signing keys rotated, and how is the starter fed on Friday?"
      let before = compactions.all.count
      let answer = try await conversation.answer(to: question)
      let result = try await answer.collect()
      let shown = answer.passages.enumerated().map { "[\($0.offset + 1)] (\($0.element.heading)) \($0.element.text)" }
      let kept = Set(result.sources.map(\.passage))
      cited[question] = shown.indices.filter(kept.contains).map { shown[$0] }
      uncited += shown.count - kept.count
      let history = try #require(model.requests.last).messages.dropLast().map(\.content).joined(separator: "\n")
      for case .prompt(let prompt) in conversation.session.transcript {
        let asked = try #require(prompt.segments.last?.text)
        #expect(passages(of: prompt) == cited[asked], "after turn \(turn)")
        guard compactions.all.count > before, asked != question else { continue }
        survivors += passages(of: prompt)
        #expect(passages(of: prompt).allSatisfy(history.contains), "the model is shown them under these numbers")
      }
    }
    #expect(compactions.all.count > 1)
    #expect(!survivors.isEmpty && survivors.contains { !$0.hasPrefix("[1]") }, "not only the first is cited")
    #expect(uncited > 0)
    #expect(model.refusedRequests.isEmpty)
  }
}
