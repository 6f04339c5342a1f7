import ArgumentParser
import Retriever

/// Limits on the passages given to the model and on its reply.
struct AnswerLimits: ParsableArguments {
  @Option(parsing: .unconditional, help: "The maximum number of passage tokens given to the model.")
  var passageTokens = AnswerOptions().passageTokens

  @Option(parsing: .unconditional, help: "The maximum number of passages given to the model.")
  var passages = AnswerOptions().passageLimit

  @Option(parsing: .unconditional, help: "The maximum number of tokens in the answer.")
  var replyTokens = AnswerOptions().replyTokens

  mutating func validate() throws {
    guard passageTokens > 0, passages > 0, replyTokens > 0 else {
      throw ValidationError("--passage-tokens, --passages and --reply-tokens must be at least 1.")
    }
  }

  /// Returns the options of an answer.
  func options(_ thinking: ThinkingOptions) -> AnswerOptions {
    AnswerOptions(
      passageTokens: passageTokens, passageLimit: passages, replyTokens: replyTokens, reasoningLevel: thinking.level)
  }
}
