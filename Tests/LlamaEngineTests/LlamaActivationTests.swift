import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// What layers compute. `ArchitectureTests` compares it with Transformers.
@Suite(.serialized) struct LlamaActivationTests {
  /// More than one batch of tokens.
  private let request = LanguageModelRequest.asking(
    (1...40).map { "Box \($0) is on the shelf." }.joined(separator: " ") + " Where is box 7?")

  @Test func onlyTheLayersThatAreAskedForAreRead() async throws {
    let model = try await SmolLM2.load()
    #expect(model.capabilities.contains(.activations))
    let plain = try await model.nextTokenScores(after: request, candidates: ["The", "Box"])
    #expect(plain.activations.isEmpty && plain.promptTokens > 256)
    let read = try await model.nextTokenScores(after: request, candidates: ["The", "Box"], layers: [3, 29, 30, -1])
    #expect(Set(read.activations.keys) == [3, 29])
    #expect(read.activations.values.allSatisfy { $0.count == 576 && $0.contains { $0 != 0 } })
    #expect(read.activations[3] != read.activations[29])
    #expect(read.scores == plain.scores)
    #expect(try await model.nextTokenScores(after: request, candidates: ["The"]).activations.isEmpty)
  }

  @Test func theyDoNotDependOnWhatIsCached() async throws {
    let model = try await SmolLM2.load()
    let fresh = try await model.nextTokenScores(after: request, candidates: [], layers: [20])
    try #require(fresh.cachedTokens == 0)
    let again = try await model.nextTokenScores(after: request, candidates: [], layers: [20])
    #expect(again.cachedTokens > 0 && again.activations == fresh.activations)
    let other = LanguageModelRequest.asking((1...20).map { "Box \($0) is on the shelf." }.joined(separator: " "))
    _ = try await model.reply(to: other)
    let third = try await model.nextTokenScores(after: request, candidates: [], layers: [20])
    #expect(third.cachedTokens > 0 && third.cachedTokens < again.cachedTokens)
    #expect(third.activations == fresh.activations)
  }

  @Test func theyAreThoseOfTheLastToken() async throws {
    let model = try await SmolLM2.load()
    let one = try await model.nextTokenScores(after: .asking("Where is box 7?"), candidates: [], layers: [0, 20])
    let other = try await model.nextTokenScores(after: .asking("Where is box 8?"), candidates: [], layers: [0, 20])
    // The last tokens are the same, those of the template, and see different ones before them.
    #expect(one.activations[20] != other.activations[20])
  }

  @Test func aModelWithoutTheCapabilityIgnoresLayers() throws {
    let model = ScriptedLanguageModel(scores: ["Yes": 1], replies: [])
    #expect(!model.capabilities.contains(.activations))
    let scores = try model.nextTokenScores(after: .asking("Yes?"), candidates: ["Yes"], layers: [1])
    #expect(scores.scores == [1] && scores.activations.isEmpty)
  }
}
