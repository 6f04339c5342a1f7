/// What became of one question of an exam. It holds no text.
package struct ExamResult: Sendable, Hashable, Codable {
  /// The passage that the question was written about. Questions about one passage are never on both sides of a split.
  package var passage: Int64
  /// Whether the notes contain the answer, as far as the exam knows.
  package var isAnswerable: Bool
  /// What is known of the answer; `nil` if there was none.
  package var signals: AnswerSignals?
  /// Whether the answer was right.
  package var isRight: Bool

  package init(passage: Int64, isAnswerable: Bool, signals: AnswerSignals?, isRight: Bool) {
    (self.passage, self.isAnswerable, self.signals, self.isRight) = (passage, isAnswerable, signals, isRight)
  }
}
