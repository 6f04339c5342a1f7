import CLlama
import Embedding

/// How a reranker's query and passage are put together: in the file's own prompt, or else by special tokens.
///
/// The names of control tokens in a query or a passage are plain text.
struct RerankPrompt: Sendable {
  private let vocabulary: LlamaVocabulary
  private let template: String?
  /// The tokens before the first text, between the two, and behind the second.
  private let before, between, behind: [llama_token]
  /// Whether the query is before the passage.
  private let queryIsFirst: Bool

  /// The number of tokens besides those of query and passage.
  var fixedTokens: Int { before.count + between.count + behind.count }

  init(of weights: LlamaWeights) throws {
    vocabulary = weights.vocabulary
    template = weights.rerankTemplate
    guard let template else {
      (before, between, behind) = vocabulary.pairFrame
      queryIsFirst = true
      return
    }
    guard let query = template.firstRange(of: "{query}"), let document = template.firstRange(of: "{document}") else {
      throw LlamaError.unsupported(path: weights.path, reason: "its prompt lacks {query} or {document}")
    }
    queryIsFirst = query.lowerBound < document.lowerBound
    let (first, second) = queryIsFirst ? (query, document) : (document, query)
    func tokens(_ text: Substring) -> [llama_token] {
      weights.vocabulary.tokens(of: String(text), parsingSpecial: true)
    }
    before = tokens(template[..<first.lowerBound])
    between = tokens(template[first.upperBound..<second.lowerBound])
    behind = tokens(template[second.upperBound...])
  }

  /// Returns the tokens of a prompt, of which query and passage are truncated to `limit` in all.
  func tokens(of passage: String, for query: String, limit: Int) -> [llama_token] {
    if let template {
      // A token may join the end of the prompt's text with the beginning of the query.
      let whole = vocabulary.fragments(of: template).flatMap { fragment in
        switch fragment {
        case .token(let token): [token]
        case .text(let text):
          vocabulary.tokens(of: text.replacing(/\{(query|document)\}/) { $0.output.1 == "query" ? query : passage })
        }
      }
      if whole.count <= limit { return whole }
    }
    let (query, passage) = (vocabulary.tokens(of: query), vocabulary.tokens(of: passage))
    let kept = TokenPair.lengths(query.count, passage.count, limit: limit - fixedTokens)
    let (first, second) =
      queryIsFirst
      ? (query.prefix(kept.first), passage.prefix(kept.second))
      : (passage.prefix(kept.second), query.prefix(kept.first))
    return before + first + between + second + behind
  }
}
