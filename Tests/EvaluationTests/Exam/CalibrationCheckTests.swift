import Evaluation
import Retriever
import TestSupport
import Testing

@Suite struct CalibrationCheckTests {
  /// An exam of two questions a passage. Answers with a large margin are right as often as it says.
  private func exam(_ count: Int, seed: UInt64, isLearnable: Bool = true) -> [ExamResult] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let margin = Double.random(in: -3...3, using: &generator)
      let share = isLearnable ? (margin + 3) / 6 : 0.2
      return ExamResult(
        passage: Int64(number / 2), isAnswerable: true,
        signals: AnswerSignals(gateScore: 0.5, margin: margin, isPolar: false, passages: []),
        isRight: Double.random(in: 0...1, using: &generator) < share)
    }
  }

  @Test func aPromiseIsKeptInMostHalves() throws {
    var (promised, kept) = (0, 0)
    for seed in 0..<12 as Range<UInt64> {
      let check = try #require(CalibrationCheck(of: exam(400, seed: seed), risk: 0.3, seed: seed))
      #expect(check.kept <= check.promised && check.promised <= CalibrationCheck.halves)
      #expect(check.promised == 0 || (0.01...0.9).contains(check.coverage))
      (promised, kept) = (promised + check.promised, kept + check.kept)
    }
    // Halves of one exam are not independent, so not exactly nine of ten.
    #expect(promised > 60 && Double(kept) > 0.8 * Double(promised), "\(kept) of \(promised)")
  }

  @Test func nothingIsPromisedWhereNothingCanBe() throws {
    let check = try #require(CalibrationCheck(of: exam(400, seed: 1, isLearnable: false), risk: 0.05))
    #expect(check.promised == 0 && check.kept == 0 && check.coverage == 0)
  }

  @Test func theSameSeedDrawsTheSameHalves() {
    let results = exam(200, seed: 3)
    #expect(CalibrationCheck(of: results, risk: 0.3) == CalibrationCheck(of: results, risk: 0.3))
  }

  @Test func halvesOfASmallExamPromiseNothing() {
    #expect(CalibrationCheck(of: exam(60, seed: 1), risk: 0.3) == nil)
    #expect(CalibrationCheck(of: [], risk: 0.3) == nil)
  }
}
