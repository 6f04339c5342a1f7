public import Embedding
import JSONSchema

/// A reranker behind a server with the `/v1/rerank` endpoint of Jina and Cohere: llama.cpp's `llama-server`, vLLM,
/// LocalAI, Infinity and others.
///
///     let reranker = try await ServerReranker(at: ServerAddress("http://127.0.0.1:8080/v1"))
///     let passages = try await notes.passages(matching: "rotate the signing keys", reranker: reranker)
///
/// The query and the passages to be ordered are sent to the server.
public struct ServerReranker: Reranker {
  /// The name of the model on the server.
  public let name: String
  /// 512: what a server does with longer pairs is its own affair.
  public let maximumTokens = 512
  private let client: ServerClient

  /// Asks a server for its models.
  ///
  /// - Parameters:
  ///   - address: The server and the name of the model; without a name, the only model that it has.
  ///   - key: The key that the server wants, if any.
  ///   - stallTimeout: How long the server may be silent before a request fails with `LanguageModelError.timeout`.
  /// - Throws: `ServerError`, or `LanguageModelError` if the server is busy or silent.
  public init(at address: ServerAddress, key: String? = nil, stallTimeout: Duration = .seconds(300)) async throws {
    try await self.init(ServerClient(address: address, key: key, stallTimeout: stallTimeout))
  }

  package init(_ client: ServerClient) async throws {
    var client = client
    _ = try await client.findModel()
    (self.client, name) = (client, client.modelName)
  }

  /// Returns a score for each text, in order.
  ///
  /// - Throws: `ServerError`; `LanguageModelError` if the server is busy or silent. Cancellation closes the connection.
  public func scores(of texts: [String], for query: String) async throws -> [Float] {
    guard !texts.isEmpty else { return [] }
    let body = JSONValue.object([
      "model": client.address.model.map { .string($0) }, "query": .string(query),
      "documents": .array(texts.map { .string($0) }), "top_n": .integer(texts.count),
    ])
    func invalid(_ reason: String) -> ServerError { .invalidReply(address: client.address.base, reason: reason) }
    let results = try await client.json(client.address.base + "/rerank", body)["results"]?.elements ?? []
    var scores = [Float?](repeating: nil, count: texts.count)
    for result in results {
      guard let index = result["index"]?.integer, scores.indices.contains(index), scores[index] == nil,
        let score = result["relevance_score"]?.double ?? result["score"]?.double, score.isFinite
      else { throw invalid("a score that it sent is not one of a text") }
      scores[index] = Float(score)
    }
    let known = scores.compactMap { $0 }
    guard known.count == texts.count else { throw invalid("it sent \(known.count) scores for \(texts.count) texts") }
    return known
  }
}
