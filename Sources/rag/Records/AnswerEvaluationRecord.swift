import Evaluation
import Foundation

/// The output of `rag eval --answers`: the figures of one set, and of its kinds of questions.
struct AnswerEvaluationRecord: Encodable {
  struct Category: Encodable {
    var category: String
    var figures: AnswerFigures
  }

  var set: String
  var model: String
  var questions: Int
  var figures: AnswerFigures
  var categories: [Category]
  /// The risk–coverage curve at each percent of coverage.
  var curve: [RiskCoverage.Point]

  init(set: String, model: String, of results: [AnswerResult]) {
    self.set = set
    self.model = model
    questions = results.count
    figures = AnswerFigures(of: results)
    let names = Set(results.map(\.category)).sorted()
    categories =
      names.count > 1
      ? names.map { name in
        Category(category: name, figures: AnswerFigures(of: results.filter { $0.category == name }))
      } : []
    let points = RiskCoverage(of: results).points
    curve = points.enumerated().filter { place, _ in
      (place + 1) * 100 / points.count > place * 100 / points.count
    }.map(\.element)
  }

  /// Two lines. All figures but the area are percentages; those with an interval are of 95 % confidence.
  static let headings = [
    "                         with an answer:                          without one:        all questions:",
    "set                      asked right        F1  refused  cited    asked refused       wrong of answered   AURC",
  ]

  /// The set's row, and one for each kind of question.
  var lines: [String] {
    [Self.line(set, figures)] + categories.map { Self.line("  " + $0.category, $0.figures) }
  }

  private static func line(_ name: String, _ figures: AnswerFigures) -> String {
    func cell(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
    func percent(_ estimate: Estimate?) -> String { estimate.map { String(Int(($0.value * 100).rounded())) } ?? "–" }
    func interval(_ estimate: Estimate?) -> String {
      guard let estimate else { return "–" }
      return "\(percent(estimate)) (\(Int((estimate.low * 100).rounded()))–\(Int((estimate.high * 100).rounded())))"
    }
    let shown = figures.coverage.map { " of \(percent($0))" } ?? ""
    return cell(name, 25) + cell(String(figures.answerable), 6) + cell(interval(figures.right), 13)
      + cell(percent(figures.f1), 4) + cell(percent(figures.refused), 9) + cell(percent(figures.cited), 9)
      + cell(String(figures.unanswerable), 6) + cell(interval(figures.rightlyRefused), 14)
      + cell(interval(figures.risk) + shown, 20) + (figures.aurc.map { Numbers.short($0.value) } ?? "–")
  }
}
