import Foundation
import LanguageModels
import LlamaEngine
import RemoteModels
import TestSupport
import Testing

@Suite struct PromptEstimateTests {
  private func request(_ text: String) -> LanguageModelRequest { .asking(text) }

  /// SmolLM2's tokenizer has 49,152 tokens, made from English; those of larger models need fewer.
  @Test func noteIsNeverUndercounted() async throws {
    let model = try await SmolLM2.loadShallow(contextSize: 512)
    let estimate = PromptEstimate()
    var (counted, estimated) = (0, 0)
    for (path, text) in try Corpus.notes() {
      for paragraph in text.components(separatedBy: "\n\n") where paragraph.count > 200 {
        let (exact, safe) = (model.tokenCount(of: paragraph), estimate.tokens(of: paragraph))
        (counted, estimated) = (counted + exact, estimated + safe)
        #expect(safe >= exact, "\(path): \(paragraph.prefix(60))")
      }
      let whole = request(text)
      #expect(try estimate.tokens(of: whole) >= model.tokenCount(for: whole), "\(path)")
      #expect(try PromptEstimate.fewestTokens(of: whole) <= model.tokenCount(for: whole), "\(path)")
    }
    #expect(counted > 10_000)
    #expect(Double(estimated) < 1.5 * Double(counted), "\(estimated) for \(counted): a third of the window is wasted")
  }

  @Test func whatARequestNeededIsLearned() {
    let estimate = PromptEstimate()
    let text = String(repeating: "The boiler was repaired in May. ", count: 60)
    let first = estimate.tokens(of: request(text))
    estimate.learn(20, of: request("too short to say anything"))
    #expect(estimate.tokens(of: request(text)) == first)
    estimate.learn(first * 7 / 10, of: request(text))
    let second = estimate.tokens(of: request(text))
    #expect(second < first && second >= first * 7 / 10)
    estimate.learn(first * 2, of: request(text))
    #expect(estimate.tokens(of: request(text)) >= first * 2)
    estimate.learn(first * 6 / 10, of: request(text))
    #expect(estimate.tokens(of: request(text)) >= first * 2, "the largest share counts")
    #expect(estimate.tokens(of: "") == 0)
  }
}
