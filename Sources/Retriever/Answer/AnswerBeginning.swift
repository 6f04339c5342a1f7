import LanguageModels

/// What is known of an answer before its first word, for another process, which gets the snapshots after it.
package struct AnswerBeginning: Sendable, Codable {
  var question: String
  var passages: [Passage]
  var leftOut: [LeftOutPassage]
  var outcome: Answer.Outcome
  var gateScore: Double
  var probeScore: Double?
  var contextBreakdown: ContextBreakdown?
  /// The name of the model.
  package var model: String

  /// - Parameter answer: Not a list: lists are found in the notes alone.
  package init(of answer: Answer, by model: String) {
    self.model = model
    (question, passages, leftOut) = (answer.question, answer.passages, answer.leftOut)
    (outcome, gateScore, probeScore) = (answer.outcome, answer.gateScore, answer.probeScore)
    contextBreakdown = answer.contextBreakdown
  }
}

extension Answer {
  /// An answer that another process writes.
  package init(_ beginning: AnswerBeginning, snapshots: AsyncThrowingStream<Snapshot, any Error>) {
    self.init(beginning) { show in for try await snapshot in snapshots { show(snapshot) } }
  }
}
