import Foundation
import LanguageModels
import Testing

@Suite struct LayerScoreTests {
  private func score(_ weights: [Int16], offset: Double = 0.5, step: Double = 0.01) -> LayerScore {
    LayerScore(
      number: 3, offset: offset, step: step,
      weights: Data(weights.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)] }))
  }

  @Test func outputsAreScaledToLengthOne() throws {
    let score = score([300, -200, 0])
    // 0.01 × (300 × 3 − 200 × 4) ÷ 5
    #expect(abs(try #require(score.score(of: [3, 4, 0])) - 0.7) < 1e-9)
    #expect(abs(try #require(score.score(of: [30, 40, 0])) - 0.7) < 1e-6)
  }

  @Test func aLayerOfAnotherWidthHasNoScore() {
    #expect(score([1, 2]).score(of: [1, 2, 3]) == nil)
    #expect(score([1, 2]).score(of: []) == nil)
    #expect(score([1, 2]).score(of: [0, 0]) == nil)
  }

  @Test func weightsAreReadFromBase64() throws {
    let json = #"{"number": 20, "offset": -1, "step": 0.5, "weights": "AQD//w=="}"#
    let score = try JSONDecoder().decode(LayerScore.self, from: Data(json.utf8))
    // The weights are 1 and −1.
    #expect(score.score(of: [1, 0]) == -0.5)
    #expect(score.score(of: [0, 2]) == -1.5)
  }

  @Test func aProbabilityNeedsEverySignal() throws {
    let regression = SignalRegression(intercept: -1, weights: ["margin": 2, "layer": 0.5])
    #expect(abs(try #require(regression.probability(of: ["margin": 1, "layer": -2])) - 0.5) < 1e-9)
    #expect(try #require(regression.probability(of: ["margin": 3, "layer": 0, "gate": 9])) > 0.99)
    #expect(regression.probability(of: ["margin": 3]) == nil)
  }
}
