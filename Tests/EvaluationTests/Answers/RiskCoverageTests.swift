import Evaluation
import Foundation
import Testing

@Suite struct RiskCoverageTests {
  private func result(_ confidence: Double, right: Bool, ending: AnswerResult.Ending = .answered) -> AnswerResult {
    AnswerResult.test(
      "\(confidence)", ending: ending, answer: right ? "Anna" : "Ben", expected: "Anna", probeScore: confidence)
  }

  @Test func theCurveIsTheShareOfWrongAnswersAmongTheSurest() {
    let curve = RiskCoverage(of: [result(1, right: false), result(3, right: true), result(2, right: true)])
    let third = 1.0 / 3
    #expect(curve.points.map(\.coverage) == [third, 2 * third, 1])
    #expect(curve.points.map(\.risk) == [0, 0, third])
    #expect(abs(curve.area - third / 3) < 1e-12)
    #expect(curve.coverage(atRisk: 0) == 2 * third)
    #expect(curve.coverage(atRisk: 0.4) == 1)
  }

  @Test func amongEquallySureAnswersWrongOnesAreSpreadEvenly() {
    let one = RiskCoverage(of: [result(1, right: false), result(1, right: true)])
    let other = RiskCoverage(of: [result(1, right: true), result(1, right: false)])
    #expect(one.points == other.points && one.points.map(\.risk) == [0.5, 0.5])
  }

  @Test func withheldAnswersCountAndMissingOnesComeLast() {
    var missing = result(9, right: false, ending: .refused)
    missing.answer = ""
    let curve = RiskCoverage(of: [missing, result(2, right: true, ending: .refused), result(1, right: true)])
    let third = 1.0 / 3
    #expect(curve.points.map(\.risk) == [0, 0, third])
  }

  @Test func figuresTellShownFromWithheld() throws {
    var adversarial = result(2, right: true)
    adversarial.isAnswerable = false
    let figures = AnswerFigures(of: [
      result(4, right: true), result(3, right: false), result(2, right: true, ending: .refused),
      result(1, right: true, ending: .unsure), result(1, right: true, ending: .closest), adversarial,
    ])
    #expect(figures.answerable == 5 && figures.unanswerable == 1)
    #expect(figures.right?.value == 0.4 && figures.f1?.value == 0.4 && figures.refused?.value == 0.2)
    #expect(figures.unsure?.value == 0.2 && figures.closest?.value == 0.2 && figures.rightlyRefused?.value == 0)
    // Four answers were shown: one is wrong, and one is to a question without an answer.
    #expect(figures.coverage?.value == 4.0 / 6 && figures.risk?.value == 0.5)
  }

  @Test func theDrawingIsWellFormedWhateverTheSetIsCalled() throws {
    let results = [result(2, right: true), result(1, right: false)]
    let drawing = RiskCoverageDrawing(of: [
      RiskCoverageDrawing.Curve(name: "<a & b>", of: results), RiskCoverageDrawing.Curve(name: "none", of: []),
    ])
    let svg = drawing.svg
    #expect(svg.split(separator: "<polyline").count == 3 && svg.split(separator: "<circle").count == 2)
    #expect(svg.contains(">&lt;a &amp; b>, area 0.25</text>") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains(#"points="304,344 544,184""#))
  }
}

extension AnswerResult {
  /// A result whose answer is right if it contains what was expected.
  static func test(
    _ id: String, ending: Ending = .answered, answer: String, expected: String, probeScore: Double? = nil
  ) -> AnswerResult {
    let question = AnswerSet.Question(
      id: id, text: "Who?", isAnswerable: true, answers: [expected], accepted: [[expected]])
    var result = AnswerResult(
      of: question, in: "set", answer: answer, gateScore: 0.5, probeScore: probeScore, seconds: 1)
    result.ending = ending
    result.match = AnswerMatch(of: answer, with: question)
    return result
  }
}
