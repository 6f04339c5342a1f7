import ArgumentParser
import Retriever

/// Limits on the passages given to the model and on its reply.
struct AnswerLimits: ParsableArguments {
  @Option(parsing: .unconditional, help: "The maximum number of passage tokens given to the model.")
  var passageTokens = AnswerOptions().passageTokens

  @Option(
    parsing: .unconditional,
    help: "Shorten the passages to about this many tokens, the sentences with most of the question.")
  var evidenceTokens = AnswerOptions().evidenceTokens

  @Option(parsing: .unconditional, help: "The maximum number of passages given to the model.")
  var passages = AnswerOptions().passageLimit

  @Option(parsing: .unconditional, help: "The maximum number of tokens in the answer.")
  var replyTokens = AnswerOptions().replyTokens

  mutating func validate() throws {
    guard [passageTokens, evidenceTokens, passages, replyTokens].allSatisfy({ $0 > 0 }) else {
      throw ValidationError("--passage-tokens, --evidence-tokens, --passages and --reply-tokens must be at least 1.")
    }
  }

  /// Returns the options of an answer.
  func options(_ thinking: ThinkingOptions) -> AnswerOptions {
    AnswerOptions(
      passageTokens: passageTokens, evidenceTokens: evidenceTokens, passageLimit: passages, replyTokens: replyTokens,
      reasoningLevel: thinking.level)
  }
}
