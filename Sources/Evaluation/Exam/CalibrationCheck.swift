import Foundation
package import Retriever

/// A test of a promise: it is fitted to a random half of an exam and checked on the other half, ten times.
///
/// The promise is about the true share of wrong answers. A half of few answers has more or fewer by chance.
public struct CalibrationCheck: Sendable, Hashable, Encodable {
  /// The largest share of wrong answers that was promised.
  public var risk: Double
  /// In how many halves something could be promised.
  public private(set) var promised = 0
  /// In how many of them no more answers were wrong.
  public private(set) var kept = 0
  /// The share of the questions that were answered in the halves that were checked, 0 … 1.
  public private(set) var coverage = 0.0

  /// How many random halves are drawn.
  public static let halves = 10

  /// Checks an exam; `nil` if half of it is too small for a calibration.
  ///
  /// - Parameters:
  ///   - results: The results of the exam. Questions about one passage are in the same half.
  ///   - risk: The largest share of wrong answers, such as 0.2.
  ///   - seed: The seed by which the halves are drawn.
  package init?(of results: [ExamResult], risk: Double, seed: UInt64 = 0) {
    self.risk = risk
    var generator = SplitMix(state: seed)
    let passages = Set(results.map(\.passage)).sorted()
    for _ in 0..<Self.halves {
      let first = Set(passages.shuffled(using: &generator).prefix(passages.count / 2))
      let held = results.filter { !first.contains($0.passage) }
      guard !held.isEmpty,
        let calibration = AnswerCalibration(of: results.filter { first.contains($0.passage) }, date: .distantPast)
      else { return nil }
      guard let bound = calibration.bound(atRisk: risk) else { continue }
      let given = held.filter { result in
        result.signals.map { calibration.probability(of: $0) >= bound.threshold } ?? false
      }
      promised += 1
      if Double(given.count { !$0.isRight }) <= risk * Double(given.count) { kept += 1 }
      coverage += Double(given.count) / Double(held.count)
    }
    if promised > 0 { coverage /= Double(promised) }
  }
}
