import LanguageModels
import VectorStore

/// An answer under way: text, sentences and sources so far.
struct AnswerDraft: Sendable {
  var outcome: Answer.Outcome
  /// What is shown, marks included. It only grows.
  var content = ""
  var sentences: [Answer.Sentence] = []
  var sources: [CitedSource] = []
  var units = ReplyUnits()
  /// Characters of the reply so far.
  var length = 0
  /// What follows a first sentence that is a refusal, until it is known whether the whole reply is one.
  var held: [ReplyUnits.Part]?

  /// Whether the sentences have a number, date, name or address that the lines cited lack, nothing that they hold, or
  /// an instruction to a model among them.
  var isDoubtful: Bool {
    !sentences.allSatisfy(\.unsupported.isEmpty) || sentences.allSatisfy(\.citations.isEmpty)
      || sentences.contains(where: \.mayFollowOrder)
  }

  func snapshot(isTruncated: Bool = false, usage: GenerationSummary? = nil) -> Answer.Snapshot {
    Answer.Snapshot(
      content: content, sentences: sentences, sources: sources, outcome: outcome, isTruncated: isTruncated,
      usage: usage)
  }
}
