/// The share of wrong answers among those that are given, for each share of questions that are answered.
///
/// Answers are ordered by confidence. A question that the notes do not answer is always answered wrongly, so a program
/// that knows its limits has a curve that stays low until it reaches those. Refused questions count with the answer
/// that was withheld.
public struct RiskCoverage: Sendable {
  /// A point of the curve.
  public struct Point: Sendable, Hashable, Codable {
    /// The share of questions that are answered, 0 … 1.
    public var coverage: Double
    /// The share of wrong answers among them, 0 … 1.
    public var risk: Double
  }

  /// The points, one for each number of answers from 1.
  public let points: [Point]

  /// The area under the curve, AURC: the mean risk over all coverages (Geifman and El-Yaniv 2017).
  public var area: Double { points.map(\.risk).reduce(0, +) / Double(max(1, points.count)) }

  /// Computes the curve. Among answers of equal confidence, wrong ones are spread evenly.
  public init(of results: [AnswerResult]) {
    var points: [Point] = []
    var wrong = 0.0
    let ordered = results.map { (confidence: $0.confidence, isWrong: !$0.isRight) }
      .sorted { $0.confidence > $1.confidence }
    var start = 0
    while start < ordered.count {
      var end = start
      while end < ordered.count, ordered[end].confidence == ordered[start].confidence { end += 1 }
      let share = Double(ordered[start..<end].count(where: \.isWrong)) / Double(end - start)
      for place in start..<end {
        wrong += share
        points.append(
          Point(coverage: Double(place + 1) / Double(ordered.count), risk: wrong / Double(place + 1)))
      }
      start = end
    }
    self.points = points
  }

  /// Returns the largest coverage at which the risk is no higher than this, 0 if there is none.
  public func coverage(atRisk risk: Double) -> Double { points.last { $0.risk <= risk + 1e-9 }?.coverage ?? 0 }
}
