import Foundation
import LanguageModels
import Synchronization

extension ScriptedLanguageModel {
  /// A model that gives one answer after the other, in the form that each prompt asks for.
  ///
  /// Requests that only make ready, which come at any time, take no answer. `rewriting` says how a follow-up is
  /// rewritten.
  ///
  /// - Parameter margin: By how much yes is more likely than no, as a difference of logits.
  static func answering(
    _ answers: [String], rewriting: [String: String] = [:], thought: String? = nil, margin: Double? = nil
  ) -> ScriptedLanguageModel {
    let waiting = Mutex(answers[...])
    var scores: (@Sendable (LanguageModelRequest, String) -> Double)?
    if let margin {
      let known = ["Yes": 10 + margin, "No": 10, "Unknown": margin < 0 ? 30 : -30]
      scores = { known[$1] ?? -.infinity }
    }
    return ScriptedLanguageModel(thought: thought, scores: scores) { request in
      let prompt = request.messages.last?.content ?? ""
      if request.options.maximumResponseTokens == 0 { return "" }
      if prompt.hasSuffix("Rewritten:") { return rewriting.first { prompt.contains($0.key) }?.value ?? "" }
      guard let answer = waiting.withLock({ $0.popFirst() }) else {
        throw ScriptError.noReplyLeft(replies: answers.count)
      }
      guard !request.replyPrefix.isEmpty else { return answer }
      return String(decoding: try JSONEncoder().encode(answer), as: UTF8.self).dropFirst() + "}"
    }
  }
}
