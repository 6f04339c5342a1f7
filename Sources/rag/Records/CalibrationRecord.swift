import Evaluation
import Foundation
import Retriever

/// What an exam about the notes told, as `rag calibrate` and `rag status` print it.
struct CalibrationRecord: Encodable {
  struct Promise: Encodable {
    /// The largest share of wrong answers.
    var risk: Double
    /// The share of questions answered; absent if nothing can be promised.
    var coverage: Double?
  }

  /// The model, and what else the answers depend on.
  var examinee: String
  /// When the last question was asked, in ISO 8601.
  var date: String
  var questions: Int
  var answerableShare: Double
  /// The share of all questions answered rightly if every answer is given.
  var rightShare: Double
  /// The probability with which a promise is kept.
  var confidence: Double
  var promises: [Promise]
  /// With `--check`: in how many random halves of the exam each promise was kept.
  var checks: [CalibrationCheck]?

  static let risks = [0.05, 0.1, 0.2, 0.3]

  init(of calibration: AnswerCalibration, examinee: String) {
    self.examinee = examinee
    date = calibration.date.formatted(.iso8601)
    questions = calibration.questions
    answerableShare = calibration.answerableShare
    rightShare = calibration.rightShare
    confidence = AnswerCalibration.confidence
    promises = Self.risks.map { Promise(risk: $0, coverage: calibration.coverage(atRisk: $0)) }
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  private var day: Substring { date.prefix { $0 != "T" } }

  /// The lines that `rag calibrate` prints.
  var lines: [String] {
    let heading =
      "\(Numbers.count(questions, of: "question")), \(Self.percent(answerableShare)) of them with an answer in the "
      + "notes; \(Self.percent(rightShare)) answered rightly"
    let table = promises.map { promise in
      "  at most \(Self.percent(promise.risk)) wrong: "
        + (promise.coverage.map { "\(Self.percent($0)) of the questions answered" } ?? "cannot be promised")
    }
    return [heading] + table + [
      "This holds with \(Self.percent(confidence)) confidence for questions like these." + advice
    ] + (checks.map(checkLines) ?? [])
  }

  private func checkLines(_ checks: [CalibrationCheck]) -> [String] {
    if checks.isEmpty { return ["Too few questions for a check: half of them are not enough for a promise."] }
    return ["\(CalibrationCheck.halves) random halves of the exam, each checked on the other half:"]
      + checks.map { check in
        "  at most \(Self.percent(check.risk)) wrong: "
          + (check.promised == 0
            ? "not promised"
            : "promised by \(check.promised), kept by \(check.kept), "
              + "\(Self.percent(check.coverage)) of the questions answered")
      }
  }

  /// How to keep to the smallest risk that can be promised.
  private var advice: String {
    promises.first { $0.coverage != nil }.map { " 'rag ask --max-risk \(Int($0.risk * 100))%' keeps to it." } ?? ""
  }

  /// The line that `rag status` prints.
  var summary: String {
    let ground = "\(Numbers.count(questions, of: "question")), \(day)"
    guard let promise = promises.first(where: { $0.coverage != nil }), let coverage = promise.coverage else {
      return "\(examinee): no share of right answers can be promised (\(ground))"
    }
    return "\(examinee): answers \(Self.percent(coverage)) of questions at no more than \(Self.percent(promise.risk)) "
      + "wrong (\(Self.percent(confidence)) confidence, \(ground))"
  }
}
