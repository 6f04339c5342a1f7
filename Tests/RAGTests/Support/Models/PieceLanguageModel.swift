import LanguageModels

/// A model whose tokens are the pieces it is given, the same in every reply.
struct PieceLanguageModel: LanguageModel {
  let pieces: [String]
  private let base = ScriptedLanguageModel(replies: [])

  init(_ pieces: [String]) { self.pieces = pieces }

  var name: String { base.name }
  var contextSize: Int { base.contextSize }
  var capabilities: LanguageModelCapabilities { base.capabilities }
  var availability: LanguageModelAvailability { base.availability }
  func tokenCount(for request: LanguageModelRequest) -> Int { base.tokenCount(for: request) }
  func tokenCount(of text: String) -> Int { base.tokenCount(of: text) }
  func nextTokenScores(after request: LanguageModelRequest, candidates: [String]) throws -> NextTokenScores {
    try base.nextTokenScores(after: request, candidates: candidates)
  }

  func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
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
