import LanguageModels
import LlamaEngine
import Testing

/// The small language model that `make test` provides.
enum SmolLM2 {
  /// A model of its own for one test: what it has evaluated depends on nothing else.
  static func load(contextSize: Int = 512) async throws -> LlamaLanguageModel {
    try await LlamaLanguageModel(contentsOf: Models.smallModel(), contextSize: contextSize, threads: 1)
  }
}

/// A reply and what was said about it.
struct Reply {
  var pieces: [String] = []
  var summary: GenerationSummary?
  var text: String { pieces.joined() }
}

extension LanguageModel {
  func reply(to request: LanguageModelRequest) async throws -> Reply {
    var reply = Reply()
    for try await event in generate(request) {
      #expect(reply.summary == nil, "an event came after the end")
      switch event {
      case .text(let piece):
        #expect(!piece.isEmpty)
        reply.pieces.append(piece)
      case .end(let summary): reply.summary = summary
      }
    }
    return reply
  }
}

extension LanguageModelRequest {
  /// A question with few tokens, for tests.
  static func asking(
    _ question: String, system: String = "You are a helpful assistant.", replyPrefix: String = "", stop: [String] = [],
    limit: Int? = 12, sampling: GenerationOptions.SamplingMode? = nil, temperature: Double? = nil
  ) -> LanguageModelRequest {
    LanguageModelRequest(
      messages: [.init(role: .system, content: system), .init(role: .user, content: question)],
      replyPrefix: replyPrefix, stopSequences: stop,
      options: GenerationOptions(samplingMode: sampling, temperature: temperature, maximumResponseTokens: limit))
  }
}
