import Foundation

/// Which answers may be given so that at most a stated share of them is wrong.
///
/// Answers are given from the highest probability downwards. The rule starts with so many answers that one may be
/// wrong, adds a twentieth of the sample at a time, and stops before it can no longer promise the share for the next as
/// many answers: the exact prediction limit of Thatcher (1964, J. R. Stat. Soc. B 26), which knows that those vary by
/// chance too. Because the order of these tests is fixed before their results are known, each has the whole error
/// probability, and the stated share is kept with the stated confidence on questions drawn as the sample was ("Learn
/// then Test", Angelopoulos et al. 2021, fixed-sequence testing; arXiv 2110.01052).
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
      let wrong = given.count { !$0.1 }
      guard Self.chance(of: wrong, in: given.count, ifNextExceed: risk) <= 1 - confidence else { break }
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
    return (2...limit).first { chance(of: 1, in: $0, ifNextExceed: risk) <= error }
  }

  /// Returns the largest probability that so few answers or fewer are wrong if, of the next as many, more than a share
  /// are: of all wrong ones among both, a random half is here (hypergeometric distribution).
  package static func chance(of wrong: Int, in count: Int, ifNextExceed share: Double) -> Double {
    // The fewest that exceed it.
    let next = Int((share * Double(count) + 1e-9).rounded(.down)) + 1
    guard next <= count else { return 0 }
    let all = wrong + next
    func choose(_ n: Int, _ k: Int) -> Double {
      lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1))
    }
    let ways = choose(2 * count, count)
    return (max(0, all - count)...wrong).reduce(0) { sum, here in
      sum + exp(choose(all, here) + choose(2 * count - all, count - here) - ways)
    }
  }
}
