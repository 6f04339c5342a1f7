import ArgumentParser
import Retriever

/// Limits on the passages given to the model, its reply, and the sources shown.
struct AnswerLimits: ParsableArguments {
  @Option(parsing: .unconditional, help: "The maximum number of passage tokens given to the model.")
  var passageTokens = AnswerOptions().passageTokens

  @Option(parsing: .unconditional, help: "The maximum number of passages given to the model.")
  var passages = AnswerOptions().passageLimit

  @Option(parsing: .unconditional, help: "The maximum number of tokens in the answer.")
  var replyTokens = AnswerOptions().replyTokens

  @Option(help: "The maximum number of sources shown below an answer.")
  var sources = 3

  mutating func validate() throws {
    guard passageTokens > 0, passages > 0, replyTokens > 0, sources > 0 else {
      throw ValidationError("--passage-tokens, --passages, --reply-tokens and --sources must be at least 1.")
    }
  }

  /// Returns the options of an answer.
  func options(_ thinking: ThinkingOptions) -> AnswerOptions {
    AnswerOptions(
      passageTokens: passageTokens, passageLimit: passages, replyTokens: replyTokens, reasoningLevel: thinking.level)
  }
}
