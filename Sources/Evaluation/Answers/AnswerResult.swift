public import Foundation
public import Retriever

/// What became of one question.
public struct AnswerResult: Sendable, Codable {
  /// How a question ended.
  public enum Ending: String, Sendable, Codable {
    /// There is an answer.
    case answered
    /// There is an answer, marked as doubtful.
    case unsure
    /// Only the lines that come closest were shown.
    case closest
    /// The notes do not contain the answer, as far as the program can tell.
    case refused
  }

  /// The set's name.
  public var set: String
  /// The question's id in the set.
  public var id: String
  /// The question.
  public var question: String
  /// Its kind; empty if the set has only one.
  public var category: String
  /// Whether the notes contain the answer.
  public var isAnswerable: Bool
  /// What a right answer contains: of each group, one of the texts.
  public var accepted: [[String]]
  /// How it ended.
  public var ending: Ending
  /// The check that refused it.
  public var refusal: Answer.Refusal?
  /// The answer; after a refusal, the one that was withheld, as far as the model would have written one.
  public var answer: String
  /// How well the answer, also a withheld one, matches what was expected; `nil` if nothing was expected.
  public var match: AnswerMatch?
  /// Whether a cited line is one that answers the question; `nil` if there is no answer or no known place.
  public var citesRight: Bool?
  /// What the question fixes and the cited notes lack.
  public var unmentioned: [String]?
  /// What is known of the answer.
  package var signals: AnswerSignals?
  /// The probability that the answer is right; `nil` if nothing was measured for the model.
  public var probability: Double?
  /// The cited places.
  public var sources: [String]
  /// What the model read of each passage, after its heading.
  public var read: [String]?
  /// The score that decides whether the topic is in the notes.
  public var gateScore: Double
  /// The model's yes/no margin, asked whether the sources state the answer.
  public var probeScore: Double?
  /// The logarithm of the probability of the reply, and its tokens.
  public var logProbability: Double?
  /// The tokens of the reply.
  public var replyTokens: Int?
  /// The outputs of the model's layers at the end of each prompt: 32-bit floats by name of prompt and layer.
  public var activations: [String: Data]?
  /// Seconds from the question to the end of the answer, withheld answers not included.
  public var seconds: Double

  /// Creates the result of a question that ended with an answer.
  package init(
    of question: AnswerSet.Question, in set: String, answer: String, gateScore: Double, probeScore: Double?,
    seconds: Double
  ) {
    (self.set, id, self.question, category) = (set, question.id, question.text, question.category)
    (isAnswerable, accepted, ending, sources) = (question.isAnswerable, question.accepted, .answered, [])
    (self.answer, self.gateScore, self.probeScore, self.seconds) = (answer, gateScore, probeScore, seconds)
  }

  /// Whether an answer was shown.
  public var isShown: Bool { ending == .answered || ending == .unsure }
  /// Whether the answer, shown or withheld, is right.
  public var isRight: Bool { isAnswerable && match?.isRight == true }
  /// Whether it should have ended otherwise: with a right answer, or with a refusal.
  public var isMiss: Bool { isAnswerable ? !(isShown && isRight) : ending != .refused }
  /// How sure the program is of the answer, for an order of answers: the probability that it is right, without one the
  /// margin, or without a probe the gate's score.
  public var confidence: Double {
    answer.isEmpty ? -.greatestFiniteMagnitude : probability ?? probeScore ?? gateScore
  }
}
