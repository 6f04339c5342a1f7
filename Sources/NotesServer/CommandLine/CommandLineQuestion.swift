package import Retriever
import VectorStore

/// A question that `rag ask` passes on to a running server, with the options that were typed.
package struct CommandLineQuestion: Sendable, Codable {
  var question: String
  var passageTokens: Int
  var evidenceTokens: Int
  var passageLimit: Int
  var replyTokens: Int
  var filter: SearchFilter

  /// - Parameter options: Those that a command line has; the reranker is the server's.
  package init(_ question: String, _ options: AnswerOptions) {
    self.question = question
    (passageTokens, evidenceTokens) = (options.passageTokens, options.evidenceTokens)
    (passageLimit, replyTokens) = (options.passageLimit, options.replyTokens)
    filter = options.filter
  }

  /// The options for the answer. The command line has looked for a list already.
  var options: AnswerOptions {
    AnswerOptions(
      passageTokens: passageTokens, evidenceTokens: evidenceTokens, passageLimit: passageLimit,
      replyTokens: replyTokens, filter: filter, breadth: .best)
  }
}
