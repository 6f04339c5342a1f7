package import LanguageModels
import Synchronization

/// Estimates how many tokens a server's model needs for a text, without its tokenizer: rather too many than too few.
///
/// Texts are estimated by `TokenEstimate.most(in:)`. Each reply's `usage` says what a prompt really needed: from then
/// on, estimates are scaled by the largest share that was seen, plus a tenth.
package final class PromptEstimate: Sendable {
  /// Tokens of a template around one message.
  private static let messageTokens = 8
  /// Tokens of a template around a conversation, such as a system message of its own.
  private static let conversationTokens = 32
  /// A prompt of fewer tokens says too little about others.
  private static let fewestLearned = 200

  /// No tokenizer needs less; a server that says so does not count what it had cached.
  private static let smallestShare = 0.5

  /// The largest share of an estimate that a prompt needed; `nil` before the first reply.
  private let share = Mutex<Double?>(nil)

  package init() {}

  /// Returns an estimate for a text.
  package func tokens(of text: String) -> Int { scaled(TokenEstimate.most(in: text)) }

  /// Returns an estimate for a request.
  package func tokens(of request: LanguageModelRequest) -> Int { scaled(Self.unscaled(request)) }

  /// Takes note of the number of tokens that a request needed.
  package func learn(_ tokens: Int, of request: LanguageModelRequest) {
    guard tokens >= Self.fewestLearned else { return }
    let needed = Double(tokens) / Double(Self.unscaled(request))
    share.withLock { $0 = max($0 ?? Self.smallestShare, needed) }
  }

  /// Returns a number of tokens that no tokenizer undercuts: nine for ten words.
  ///
  /// A prompt that a server says has fewer was cut.
  package static func fewestTokens(of request: LanguageModelRequest) -> Int {
    request.messages.reduce(0) { sum, message in
      sum + message.content.split { !$0.isASCII || !$0.isLetter }.count
    } * 9 / 10
  }

  private func scaled(_ tokens: Int) -> Int {
    guard tokens > 0, let share = share.withLock(\.self) else { return tokens }
    return max(1, Int((Double(tokens) * share * 1.1).rounded(.up)))
  }

  private static func unscaled(_ request: LanguageModelRequest) -> Int {
    request.messages.reduce(conversationTokens + TokenEstimate.most(in: request.replyPrefix)) {
      $0 + messageTokens + TokenEstimate.most(in: $1.content)
    }
  }
}
