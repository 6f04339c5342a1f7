import Foundation

/// Which answers may be given so that at most a stated share of them is wrong.
///
/// Answers are given from the highest probability downwards. The rule starts with so many answers that one may be
/// wrong, adds a twentieth of the sample at a time, and stops before the exact binomial bound (Clopper and Pearson
/// 1934) on the share of wrong ones exceeds the risk. Because the order of these tests is fixed before their results
/// are known, each has the whole error probability, and the stated share holds with the stated confidence on questions
/// drawn as the sample was ("Learn then Test", Angelopoulos et al. 2021, fixed-sequence testing; arXiv 2110.01052).
package struct RiskBound: Sendable, Hashable {
  /// The lowest probability at which an answer is given.
  package var threshold: Double
  /// The share of the sample's questions that are answered, 0 … 1.
  package var coverage: Double

  /// The share of the sample that each step adds.
  private static let step = 0.05

  /// Finds the most answers that a risk allows; `nil` if the sample is too small or too many answers are wrong.
  ///
  /// - Parameters:
  ///   - risk: The largest share of wrong answers, such as 0.05.
  ///   - confidence: The probability with which it is kept, such as 0.9.
  ///   - sample: The probability of each answer, and whether it was right. Questions without an answer have `nil`.
  package init?(risk: Double, confidence: Double, sample: [(probability: Double?, isRight: Bool)]) {
    let answers = sample.compactMap { answer in answer.probability.map { ($0, answer.isRight) } }
      .sorted { $0.0 > $1.0 }
    var count = Self.firstCount(risk: risk, error: 1 - confidence, limit: answers.count)
    var found: RiskBound?
    while let tried = count, tried <= answers.count {
      let threshold = answers[tried - 1].0
      // Answers of equal probability are given together.
      let given = answers.prefix { $0.0 >= threshold }
      let bound = Self.upperBound(of: given.count { !$0.1 }, in: given.count, error: 1 - confidence)
      guard bound <= risk else { break }
      found = RiskBound(threshold: threshold, coverage: Double(given.count) / Double(sample.count))
      count = given.count + max(1, Int(Double(sample.count) * Self.step))
    }
    guard let found else { return nil }
    self = found
  }

  private init(threshold: Double, coverage: Double) { (self.threshold, self.coverage) = (threshold, coverage) }

  /// Returns the smallest number of answers of which one may be wrong, `nil` if it is above the limit.
  private static func firstCount(risk: Double, error: Double, limit: Int) -> Int? {
    guard limit > 1 else { return nil }
    return (2...limit).first { upperBound(of: 1, in: $0, error: error) <= risk }
  }

  /// Returns the highest share of wrong answers that a sample does not rule out: at that share, so few or fewer would
  /// be wrong with the error probability.
  package static func upperBound(of count: Int, in total: Int, error: Double) -> Double {
    guard count < total else { return 1 }
    var (low, high) = (Double(count) / Double(total), 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if probability(ofAtMost: count, in: total, share: middle) > error { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns the probability of at most so many successes in independent trials.
  private static func probability(ofAtMost count: Int, in total: Int, share: Double) -> Double {
    guard share < 1 else { return 0 }
    // The term of k successes is that of k − 1 times (n − k + 1) / k · p / (1 − p).
    var term = Double(total) * log(1 - share)
    var sum = exp(term)
    for k in stride(from: 1, through: count, by: 1) {
      term += log(Double(total - k + 1) / Double(k) * share / (1 - share))
      sum += exp(term)
    }
    return sum
  }
}
