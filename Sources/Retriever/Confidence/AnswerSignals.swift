import Foundation
import LanguageModels

/// What is known of an answer that may tell whether it is right.
package struct AnswerSignals: Sendable, Hashable, Codable {
  /// The score that decides whether the topic is in the notes, 0 … 1.
  package var gateScore: Double
  /// The model's yes/no logit margin, asked whether the sources state the answer; `nil` if it was not asked.
  package var margin: Double?
  /// The score of what the model computes before the first word; `nil` if it was not read.
  package var layerScore: Double?
  /// Whether it is a yes/no question.
  package var isPolar: Bool
  /// By how much of its score the best passage is ahead of the second, 0 … 1.
  package var lead: Double
  /// The logarithm of the reply's probability; `nil` if the model does not tell.
  package var logProbability: Double?
  /// The tokens of the reply.
  package var replyTokens = 0
  /// The number of names, numbers and limiting words of the question that the cited notes lack.
  package var unmentioned = 0
  /// The number of facts of the answer that the cited lines lack.
  package var unsupported = 0
  /// The share of sentences that the cited lines have word for word.
  package var verbatim = 0.0
  /// The rank of the first cited passage, from 0; `nil` if none is cited.
  package var citedRank: Int?

  /// What is known before the answer.
  package init(
    gateScore: Double, margin: Double?, layerScore: Double? = nil, isPolar: Bool, passages: [Passage]
  ) {
    (self.gateScore, self.margin, self.layerScore, self.isPolar) = (gateScore, margin, layerScore, isPolar)
    let scores = passages.map(\.score)
    lead = scores.count > 1 && scores[0] > 0 ? min(1, max(0, 1 - scores[1] / scores[0])) : 1
  }

  /// Adds what an answer tells.
  func completed(by draft: AnswerDraft, usage: GenerationSummary?) -> AnswerSignals {
    var signals = self
    signals.logProbability = usage?.logProbability
    signals.replyTokens = usage?.replyTokens ?? 0
    signals.unmentioned = draft.unmentioned.count
    signals.unsupported = draft.sentences.reduce(0) { $0 + $1.unsupported.count }
    signals.verbatim = Double(draft.sentences.count(where: \.isVerbatim)) / Double(max(1, draft.sentences.count))
    signals.citedRank = draft.sources.map(\.passage).min()
    return signals
  }

  /// The signals that are known, by the names that `MeasuredConfidence` knows them by. Counts and sums are bounded, so
  /// that no single answer decides.
  var known: [String: Double] {
    let tokens = Double(max(1, replyTokens))
    let logProbability = logProbability ?? 0
    var known: [String: Double] = [
      "polar": isPolar ? 1 : 0, "gate": gateScore, "lead": lead,
      "tokenLogProbability": max(-2, logProbability / tokens),
      "logProbability": max(-15, logProbability), "replyLength": log2(tokens),
      "unmentioned": Double(min(3, unmentioned)), "unsupported": Double(min(2, unsupported)), "verbatim": verbatim,
      "citesBest": citedRank == 0 ? 1 : 0, "citesNothing": citedRank == nil ? 1 : 0,
    ]
    if let margin {
      known["margin"] = isPolar ? 0 : margin
      known["polarMargin"] = isPolar ? margin : 0
    }
    known["layer"] = layerScore
    return known
  }
}
