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

  /// Every twelfth question of `corpus/`: five, one of them not in the notes. `Benchmarks/one_import.py` asks all.
  @Test func anAppAnswersAsTheCommandDoes() async throws {
    let questions = try Corpus.questions().enumerated().filter { $0.offset % 12 == 0 }.map(\.element)
    #expect(questions.count == 5 && questions.contains { $0.answer == nil })
    let folder = try Notes([:])
    let indexed = try await folder.rag("index", Corpus.folder.path)
    try #require(indexed.status == 0)

    _ = try Models.smallModel()  // Evaluated as the command does.
    let encoder = try await StandardModels.encoder()
    let notes = try await SearchIndex.open(at: folder.index + "-of-the-app", encoder: encoder)
    let report = try await notes.update(from: Corpus.folder.path)
    #expect(report.failures.isEmpty)
    let model = try await StandardModels.languageModel(Self.model, contextSize: 2048, threads: 1)
    for question in questions.map(\.question) {
      let printed = try await folder.rag(
        "ask", "--json", "--model", Self.model, "--threads", "1", "--context-size", "2048", "--reply-tokens", "16",
        "--passage-tokens", "300", question)
      let command = try JSONDecoder().decode(Asked.self, from: Data(printed.output.utf8))
      let answer = try await notes.answer(
        to: question, using: model, options: AnswerOptions(passageTokens: 300, replyTokens: 16))
      var last: Answer.Snapshot?
      for try await snapshot in answer { last = snapshot }

      switch last?.outcome ?? answer.outcome {
      case .answered: #expect(command.outcome == "answered", "\(question)")
      case .unsure: #expect(command.outcome == "unsure", "\(question)")
      case .notInNotes: #expect(command.outcome == "notInNotes", "\(question)")
      }
      #expect((last?.content ?? "") == (command.answer ?? ""), "\(question)")
      let sources = (last?.sources ?? []).map {
        Asked.Source(number: $0.number, path: $0.source.path, firstLine: $0.source.lines.lowerBound)
      }
      #expect(sources == command.sources, "\(question)")
    }
    try await notes.close()
  }

  @Test func whatIsMissingIsNamedWithTheCommandThatFetchesIt() async throws {
    let error = await #expect(throws: (any Error).self) { _ = try await StandardModels.languageModel("no-such-model") }
    #expect(error?.localizedDescription.contains("no-such-model") == true)
  }
}
