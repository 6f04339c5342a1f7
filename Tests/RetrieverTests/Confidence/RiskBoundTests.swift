import Retriever
import Testing
import TestSupport

@Suite struct RiskBoundTests {
  /// Quantiles of the beta distribution, as `scipy.stats.beta.ppf(1 - error, count + 1, total - count)` gives them.
  @Test(arguments: [
    (0, 45, 0.1, 0.049881), (3, 50, 0.05, 0.147837), (1, 77, 0.1, 0.049577), (20, 200, 0.1, 0.132816),
    (7, 7, 0.1, 1),
  ])
  func theBoundIsThatOfClopperAndPearson(count: Int, total: Int, error: Double, expected: Double) {
    #expect(abs(RiskBound.upperBound(of: count, in: total, error: error) - expected) < 1e-6)
  }

  @Test func asManyAnswersAsTheRiskAllows() throws {
    // The 60 likeliest are right, the others wrong.
    let sample = (0..<200).map { (probability: Optional(1 - Double($0) / 200), isRight: $0 < 60) }
    let tenth = try #require(RiskBound(risk: 0.1, confidence: 0.9, sample: sample))
    let half = try #require(RiskBound(risk: 0.5, confidence: 0.9, sample: sample))
    #expect(tenth.coverage >= 0.24 && tenth.coverage <= 0.33 && tenth.threshold > 0.65)
    #expect(half.coverage > tenth.coverage && half.threshold < tenth.threshold)
    #expect(RiskBound(risk: 0.01, confidence: 0.9, sample: sample) == nil)
    #expect(RiskBound(risk: 0.1, confidence: 0.9, sample: Array(sample.prefix(20))) == nil)
    #expect(RiskBound(risk: 0.1, confidence: 0.9, sample: []) == nil)
  }

  @Test func questionsWithoutAnAnswerLowerTheCoverageAlone() throws {
    let answers = (0..<100).map { (probability: Optional(1 - Double($0) / 100), isRight: true) }
    let all = try #require(RiskBound(risk: 0.1, confidence: 0.9, sample: answers))
    let half = try #require(
      RiskBound(risk: 0.1, confidence: 0.9, sample: answers + Array(repeating: (nil, false), count: 100)))
    #expect(all.coverage > 0.95 && half.coverage > 0.45 && half.coverage <= 0.5)
  }

  /// The promise itself: of many samples whose probabilities are true, at most a tenth break it.
  @Test func thePromiseIsKept() {
    var generator = SeededGenerator(seed: 7)
    var (broken, made) = (0, 0)
    for _ in 0..<400 {
      let sample = (0..<300).map { _ in
        let probability = Double.random(in: 0...1, using: &generator)
        return (probability: Optional(probability), isRight: Double.random(in: 0...1, using: &generator) < probability)
      }
      guard let bound = RiskBound(risk: 0.2, confidence: 0.9, sample: sample) else { continue }
      made += 1
      // Above a threshold t, the mean probability of a wrong answer is (1 − t) / 2.
      if (1 - bound.threshold) / 2 > 0.2 { broken += 1 }
    }
    #expect(made > 300 && Double(broken) / Double(made) <= 0.13, "\(broken) of \(made)")
  }
}
