/// How good the answers to a set of questions are.
public struct AnswerFigures: Sendable, Codable {
  /// Questions that the notes answer.
  public var answerable: Int
  /// Of these, the share answered rightly.
  public var right: Estimate?
  /// Of these, the share answered exactly as the reference does.
  public var exact: Estimate?
  /// The mean F1 of their answers; of a question without an answer it is 0.
  public var f1: Estimate?
  /// Of these, the share whose answer contains what is accepted.
  public var contains: Estimate?
  /// Of these, the share with an answer marked as doubtful.
  public var unsure: Estimate?
  /// Of these, the share for which only the closest lines were shown.
  public var closest: Estimate?
  /// Of these, the share refused.
  public var refused: Estimate?
  /// Of the answered ones with a known place, the share that cites a line that answers the question.
  public var cited: Estimate?

  /// Questions that the notes do not answer.
  public var unanswerable: Int
  /// Of these, the share refused.
  public var rightlyRefused: Estimate?
  /// Of these, the share for which only the closest lines were shown.
  public var rightlyClosest: Estimate?
  /// Of these, the share with an answer marked as doubtful.
  public var rightlyUnsure: Estimate?

  /// Of all questions, the share answered.
  public var coverage: Estimate?
  /// Of the answered questions, the share answered wrongly, or without an answer in the notes.
  public var risk: Estimate?
  /// The area under the risk–coverage curve.
  public var aurc: Estimate?

  /// Computes the figures of results.
  public init(of results: [AnswerResult]) {
    let yes = results.filter(\.isAnswerable)
    let no = results.filter { !$0.isAnswerable }
    func share(_ holds: (AnswerResult) -> Bool, of sample: [AnswerResult]) -> Estimate? {
      Estimate(share: sample.count(where: holds), of: sample.count)
    }
    answerable = yes.count
    right = share({ $0.isShown && $0.isRight }, of: yes)
    exact = share({ $0.isShown && $0.match?.exact == true }, of: yes)
    f1 = Estimate(of: yes.map { $0.isShown ? $0.match?.f1 ?? 0 : 0 }) { $0.reduce(0, +) / Double($0.count) }
    contains = share({ $0.isShown && $0.match?.contains == true }, of: yes)
    unsure = share({ $0.ending == .unsure }, of: yes)
    closest = share({ $0.ending == .closest }, of: yes)
    refused = share({ $0.ending == .refused }, of: yes)
    cited = share({ $0.citesRight == true }, of: yes.filter { $0.citesRight != nil })

    unanswerable = no.count
    rightlyRefused = share({ $0.ending == .refused }, of: no)
    rightlyClosest = share({ $0.ending == .closest }, of: no)
    rightlyUnsure = share({ $0.ending == .unsure }, of: no)

    let shown = results.filter(\.isShown)
    coverage = Estimate(share: shown.count, of: results.count)
    risk = share({ !$0.isRight }, of: shown)
    aurc = Estimate(of: results) { RiskCoverage(of: $0).area }
  }
}
