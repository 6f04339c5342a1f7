import Retriever
import Testing
import TestSupport

@Suite struct RiskBoundTests {
  /// As `scipy.stats.hypergeom.cdf(wrong, 2 * count, wrong + next, count)` gives them.
  @Test(arguments: [
    (0, 10, 0.2, 0.105263158), (1, 14, 0.3, 0.082367150), (3, 50, 0.1, 0.243485297), (20, 200, 0.15, 0.066624205),
    (5, 5, 0.9, 1.000000000), (0, 45, 0.05, 0.120786517),
  ])
  func theChanceIsThatOfTheHypergeometricDistribution(wrong: Int, count: Int, share: Double, expected: Double) {
    #expect(abs(RiskBound.chance(of: wrong, in: count, ifNextExceed: share) - expected) < 1e-6)
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

  /// The promise itself: of many samples, at most a tenth promise something that the next sample as large breaks.
  @Test func thePromiseIsKeptByTheNextSample() {
    var generator = SeededGenerator(seed: 7)
    func sample(_ count: Int) -> [(probability: Double?, isRight: Bool)] {
      (0..<count).map { _ in
        let probability = Double.random(in: 0...1, using: &generator)
        return (probability, Double.random(in: 0...1, using: &generator) < probability)
      }
    }
    for count in [60, 300] {
      var (broken, made) = (0, 0)
      for _ in 0..<400 {
        guard let bound = RiskBound(risk: 0.2, confidence: 0.9, sample: sample(count)) else { continue }
        made += 1
        let given = sample(count).filter { ($0.probability ?? 0) >= bound.threshold }
        if Double(given.count { !$0.isRight }) > 0.2 * Double(given.count) { broken += 1 }
      }
      #expect(made > 40 && broken <= 48, "\(broken) of \(made), with \(count) questions")
    }
  }
}
