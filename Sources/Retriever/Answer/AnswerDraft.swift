import LanguageModels
import VectorStore

/// An answer in progress: text, sentences and sources so far.
struct AnswerDraft: Sendable {
  var outcome: Answer.Outcome
  /// The text shown, including citation marks. It only grows.
  var content = ""
  var sentences: [Answer.Sentence] = []
  var sources: [CitedSource] = []
  /// What the question fixes and the cited notes lack.
  var unmentioned: [String] = []
  /// Lines of other notes that contradict the answer.
  var contradictions: [CitedSource] = []
  /// What is known of the answer, and how likely it is right.
  var signals: AnswerSignals?
  var probability: Double?
  var units = ReplyUnits()
  /// The number of characters in the reply so far.
  var length = 0
  /// What follows a first sentence that is a refusal, held back until it is known whether the whole reply is one.
  var held: [ReplyUnits.Part]?

  /// Whether a sentence has a fact that its cited lines lack or may follow an instruction in a note, none is cited, or
  /// other lines contradict the answer.
  var isDoubtful: Bool {
    !sentences.allSatisfy(\.unsupported.isEmpty) || sentences.allSatisfy(\.citations.isEmpty)
      || sentences.contains(where: \.mayFollowOrder) || !contradictions.isEmpty
  }

  func snapshot(isTruncated: Bool = false, usage: GenerationSummary? = nil) -> Answer.Snapshot {
    var snapshot = Answer.Snapshot(
      content: content, sentences: sentences, sources: sources, outcome: outcome, unmentioned: unmentioned,
      isTruncated: isTruncated, usage: usage)
    snapshot.contradictions = contradictions
    (snapshot.signals, snapshot.probability) = (signals, probability)
    return snapshot
  }
}
