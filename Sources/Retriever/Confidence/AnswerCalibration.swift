public import Foundation

/// How far a model's answers about the notes of an index can be relied on, learned from an exam that it sat about them.
///
///     if let calibration = try await notes.calibration(for: model) {
///       print(calibration.questions, calibration.coverage(atRisk: 0.1) ?? 0)
///     }
///
/// A logistic regression maps what is known of an answer to the probability that it is right. Bounds are computed from
/// probabilities that each question got from a regression fitted without its passage.
public struct AnswerCalibration: Sendable, Hashable {
  /// The number of questions in the exam.
  public let questions: Int
  /// The share of them that the notes answer, 0 … 1.
  public let answerableShare: Double
  /// The share of all questions answered rightly, 0 … 1, if every answer is given.
  public let rightShare: Double
  /// When the last question was asked.
  public let date: Date

  private let regression: LogisticRegression
  private let sample: [Sample]

  private struct Sample: Sendable, Hashable {
    var probability: Double?
    var isRight: Bool
  }

  /// The number of questions below which there is no calibration: with fewer, no bound below one in five can hold.
  public static let minimumQuestions = 40
  /// The confidence of bounds unless another is asked for.
  public static let confidence = 0.9
  private static let folds = 5

  /// Fits the results of an exam; `nil` if there are fewer than `minimumQuestions`.
  package init?(of results: [ExamResult], date: Date) {
    guard results.count >= Self.minimumQuestions else { return nil }
    questions = results.count
    self.date = date
    answerableShare = Double(results.count(where: \.isAnswerable)) / Double(results.count)
    rightShare = Double(results.count { $0.signals != nil && $0.isRight }) / Double(results.count)
    let folds = Dictionary(grouping: results) { Int($0.passage.magnitude % UInt64(Self.folds)) }
    sample = folds.sorted { $0.key < $1.key }.flatMap { fold, held in
      let regression = Self.regression(on: folds.filter { $0.key != fold }.sorted { $0.key < $1.key }.flatMap(\.value))
      return held.map {
        Sample(probability: $0.signals.map { regression.probability(of: $0.features) }, isRight: $0.isRight)
      }
    }
    regression = Self.regression(on: results)
  }

  private static func regression(on results: [ExamResult]) -> LogisticRegression {
    let answered = results.filter { $0.signals != nil }
    return LogisticRegression(
      features: answered.compactMap { $0.signals?.features }, labels: answered.map(\.isRight))
  }

  /// Returns the probability that an answer is right.
  package func probability(of signals: AnswerSignals) -> Double { regression.probability(of: signals.features) }

  /// Returns the share of questions that are answered if at most so many of the answers may be wrong; `nil` if the exam
  /// cannot promise that for any share.
  ///
  /// - Parameters:
  ///   - risk: The largest share of wrong answers, such as 0.05.
  ///   - confidence: The probability with which it is kept, for questions like those of the exam.
  public func coverage(atRisk risk: Double, confidence: Double = confidence) -> Double? {
    bound(atRisk: risk, confidence: confidence)?.coverage
  }

  package func bound(atRisk risk: Double, confidence: Double = confidence) -> RiskBound? {
    RiskBound(risk: risk, confidence: confidence, sample: sample.map { ($0.probability, $0.isRight) })
  }
}
