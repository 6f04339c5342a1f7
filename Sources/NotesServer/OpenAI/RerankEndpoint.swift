import Embedding
import Foundation
import JSONSchema

/// `/v1/rerank`, in the form that Jina, Cohere and llama.cpp's server share.
enum RerankEndpoint {
  private static let mostDocuments = 1000

  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let fields = Fields(object: try request.object())
    let query = try fields.text("query")
    let texts = try (fields.array("documents") ?? []).map { document in
      guard let text = document.string ?? document["text"]?.string else {
        throw ServerError.invalid("each document must be a string or have a text")
      }
      return text
    }
    guard 1...mostDocuments ~= texts.count else {
      throw ServerError.invalid("documents must have 1 to \(mostDocuments) texts")
    }
    let count = try fields.integer("top_n", in: 1...Int.max) ?? texts.count
    let returnsTexts = try fields.bool("return_documents") ?? false
    guard let reranker = try await services.reranker() else {
      throw ServerError(
        status: 501, type: "server_error",
        message: "the server was started without a reranker: name one when you start it")
    }
    let place = try await services.queue.place()
    let scores = try await place.use { try await reranker.scores(of: texts, for: query) }
    let order = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    let results: [JSONValue] = order.prefix(count).map { index in
      .object([
        "index": .integer(index), "relevance_score": .double(1 / (1 + exp(-Double(scores[index])))),
        "document": returnsTexts ? ["text": .string(texts[index])] : nil,
      ])
    }
    return .json(["model": .string(reranker.name), "results": .array(results)])
  }
}
