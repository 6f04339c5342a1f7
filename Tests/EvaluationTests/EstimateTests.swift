import Evaluation
import Testing

@Suite struct EstimateTests {
  /// The intervals are those of statsmodels' `proportion_confint(count, total, method="wilson")`.
  @Test(arguments: [(10, 20, 0.2993, 0.7007), (0, 11, 0, 0.2588), (50, 50, 0.9287, 1)])
  func theIntervalOfAShare(count: Int, total: Int, low: Double, high: Double) throws {
    let share = try #require(Estimate(share: count, of: total))
    #expect(share.value == Double(count) / Double(total))
    #expect(abs(share.low - low) < 1e-4 && abs(share.high - high) < 1e-4)
  }

  @Test func theBootstrapIntervalIsThatOfTheNormalDistributionForALargeSample() throws {
    let sample = (0..<1000).map { Double($0 % 10) }
    func mean(_ sample: [Double]) -> Double { sample.reduce(0, +) / Double(sample.count) }
    let figure = try #require(Estimate(of: sample, mean))
    // The standard deviation of 0 … 9 is 2.872.
    let half = 1.96 * 2.872 / 1000.0.squareRoot()
    #expect(figure.value == 4.5)
    #expect(abs(figure.low - (4.5 - half)) < 0.03 && abs(figure.high - (4.5 + half)) < 0.03)
    #expect(Estimate(of: sample, mean) == figure)
  }

  @Test func nothingIsKnownOfAnEmptySample() {
    #expect(Estimate(share: 0, of: 0) == nil && Estimate(of: [Double]()) { $0[0] } == nil)
  }
}
