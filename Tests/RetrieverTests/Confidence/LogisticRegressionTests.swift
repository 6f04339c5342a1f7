import Retriever
import Testing

@Suite struct LogisticRegressionTests {
  private let regression = LogisticRegression(
    features: [[0.2, 1], [0.5, 0], [1.5, 1], [2.0, 0], [2.5, 1], [0.1, 0], [3.0, 1], [1.0, 0]],
    labels: [false, false, true, false, true, false, true, true])

  /// What gradient ascent on the same penalized likelihood reaches after 200,000 steps.
  @Test(arguments: [([1.2, 1], 0.604333), ([0.3, 0], 0.211306), ([2.8, 0], 0.664430)])
  func itIsTheMaximumOfThePenalizedLikelihood(features: [Double], expected: Double) {
    #expect(abs(regression.probability(of: features) - expected) < 1e-5)
  }

  @Test func constantFeaturesAndEqualLabelsAreNoTrouble() {
    let constant = LogisticRegression(features: [[1, 5], [1, 6], [1, 7]], labels: [false, true, true])
    #expect(constant.probability(of: [1, 7]) > constant.probability(of: [1, 5]))
    let certain = LogisticRegression(features: [[1], [2], [3]], labels: [true, true, true])
    #expect(certain.probability(of: [2]) > 0.9 && certain.probability(of: [2]) < 1)
    #expect(LogisticRegression(features: [], labels: []).probability(of: []) == 0.5)
  }
}
