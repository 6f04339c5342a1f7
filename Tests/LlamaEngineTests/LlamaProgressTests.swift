import LanguageModels
import LlamaEngine
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct LlamaProgressTests {
  private let long = (1...60).map { "Box \($0) holds \($0 * 7) screws." }.joined(separator: " ")

  @Test func readingAPromptIsToldToItsEnd() async throws {
    var model = try await SmolLM2.loadShallow(contextSize: 2048)
    let told = Mutex<[EvaluationProgress]>([])
    model.onProgress = { progress in told.withLock { $0.append(progress) } }
    let request = LanguageModelRequest.asking(long + " How many screws are in box 4?", limit: 4)
    let total = try model.tokenCount(for: request)
    _ = try await model.reply(to: request)
    let first = told.withLock { $0 }
    #expect(first.first == EvaluationProgress(evaluatedTokens: 0, totalTokens: total))
    #expect(first.last == EvaluationProgress(evaluatedTokens: total, totalTokens: total))
    #expect(first.count > 3)
    #expect(zip(first, first.dropFirst()).allSatisfy { $0.evaluatedTokens < $1.evaluatedTokens })

    // What is in memory counts as read.
    told.withLock { $0 = [] }
    _ = try await model.nextTokenScores(
      after: .asking(long + " How many screws are in box 5?"), candidates: ["Yes", "No"])
    let second = told.withLock { $0 }
    #expect((second.first?.evaluatedTokens ?? 0) > total / 2)
    #expect(second.last?.evaluatedTokens == second.last?.totalTokens)
  }

  @Test func twoThreadsSayWhatOneSays() async throws {
    let request = LanguageModelRequest.asking(long + " How many screws are in box 4?", limit: 12)
    let one = try await SmolLM2.loadShallow(contextSize: 2048).reply(to: request)
    let two = try await LlamaLanguageModel(contentsOf: Models.shallowModel(), contextSize: 2048, threads: 2)
    #expect(try await two.reply(to: request).text == one.text)
  }
}
