import LanguageModels

/// A model whose tokens are the pieces it is given, the same in every reply.
package struct PieceLanguageModel: LanguageModel {
  package let pieces: [String]
  private let base = ScriptedLanguageModel(replies: [])

  package init(_ pieces: [String]) { self.pieces = pieces }

  package var name: String { base.name }
  package var contextSize: Int { base.contextSize }
  package var capabilities: LanguageModelCapabilities { base.capabilities }
  package var availability: LanguageModelAvailability { base.availability }
  package func tokenCount(for request: LanguageModelRequest) -> Int { base.tokenCount(for: request) }
  package func tokenCount(of text: String) -> Int { base.tokenCount(of: text) }
  package func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) throws -> NextTokenScores {
    try base.nextTokenScores(after: request, candidates: candidates, layers: layers)
  }

  package func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
    let prompt = tokenCount(for: request)
    return AsyncThrowingStream { continuation in
      for piece in pieces { continuation.yield(.text(piece)) }
      continuation.yield(
        .end(
          GenerationSummary(promptTokens: prompt, cachedTokens: 0, replyTokens: pieces.count, reason: .complete)))
      continuation.finish()
    }
  }
}
