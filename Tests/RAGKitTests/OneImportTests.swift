// Nothing of the project but its one module, as an app would import it.
import Foundation
import RAGKit
import TestSupport
import Testing

@Suite(.serialized) struct OneImportTests {
  private struct Asked: Decodable {
    struct Source: Decodable, Equatable {
      var number: Int
      var path: String
      var firstLine: Int
    }
    var outcome: String
    var answer: String?
    var sources: [Source]
  }

  private static let model = "SmolLM2-135M-Instruct"

  @Test(arguments: [
    "What is the tyre pressure of the bicycle?", "How hot is the oven for bread?", "Who composed the opera Nabucco?",
    "How long is the bread baked?", "What is the pressure behind?",
  ]) func anAppAnswersAsTheCommandDoes(question: String) async throws {
    let folder = try Notes()
    _ = try await folder.rag("index", folder.notes)
    let printed = try await folder.rag(
      "ask", "--json", "--model", Self.model, "--threads", "1", "--context-size", "2048", "--reply-tokens", "16",
      question)
    let command = try JSONDecoder().decode(Asked.self, from: Data(printed.output.utf8))

    _ = try Models.smallModel()  // Evaluated as the command does.
    let encoder = try await StandardModels.encoder()
    let notes = try await SearchIndex.open(at: folder.index + "-of-the-app", encoder: encoder)
    let report = try await notes.update(from: folder.notes)
    #expect(report.failures.isEmpty)
    let model = try await StandardModels.languageModel(Self.model, contextSize: 2048, threads: 1)
    let answer = try await notes.answer(to: question, using: model, options: AnswerOptions(replyTokens: 16))
    var last: Answer.Snapshot?
    for try await snapshot in answer { last = snapshot }

    let outcome = last?.outcome ?? answer.outcome
    switch outcome {
    case .answered: #expect(command.outcome == "answered")
    case .unsure: #expect(command.outcome == "unsure")
    case .notInNotes: #expect(command.outcome == "notInNotes")
    }
    #expect((last?.content ?? "") == (command.answer ?? ""))
    let sources = (last?.sources ?? []).map {
      Asked.Source(number: $0.number, path: $0.source.path, firstLine: $0.source.lines.lowerBound)
    }
    #expect(sources == command.sources)
    try await notes.close()
  }

  @Test func whatIsMissingIsNamedWithTheCommandThatFetchesIt() async throws {
    let error = await #expect(throws: (any Error).self) { _ = try await StandardModels.languageModel("no-such-model") }
    #expect(error?.localizedDescription.contains("no-such-model") == true)
  }
}
