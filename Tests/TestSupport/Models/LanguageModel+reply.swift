import LanguageModels
import Testing

extension LanguageModel {
  package func reply(to request: LanguageModelRequest) async throws -> Reply {
    var reply = Reply()
    for try await event in generate(request) {
      #expect(reply.summary == nil, "an event came after the end")
      switch event {
      case .reasoning(let piece):
        #expect(!piece.isEmpty && reply.pieces.isEmpty)
        reply.thought += piece
      case .text(let piece):
        #expect(!piece.isEmpty)
        reply.pieces.append(piece)
      case .end(let summary): reply.summary = summary
      }
    }
    return reply
  }
}
