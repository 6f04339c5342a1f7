public import Embedding
import JSONSchema
import LanguageModels

/// An encoder behind an OpenAI-compatible server: `/v1/embeddings` of Ollama, llama.cpp's `llama-server`, LM Studio,
/// vLLM and others.
///
///     let encoder = try await ServerTextEncoder(at: ServerAddress("http://127.0.0.1:11434/v1#nomic-embed-text"))
///     let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
///
/// Every note is sent to the server when it is indexed, and every query. Servers do not say how many tokens a text has,
/// so `tokenCount(of:)` is an estimate that is rather too large, and notes are split into somewhat shorter chunks.
public struct ServerTextEncoder: TextEncoder {
  /// The model's name and dimensions. The address is no part of it: an index may move with its server.
  public let space: EmbeddingSpace
  /// 512, or the model's window if the server says that it is shorter.
  public let maximumTokens: Int
  /// The texts before a query and before a document.
  public let prompts: RolePrompts
  private let client: ServerClient

  /// The number of texts in a request. A server encodes them one after another or as one batch.
  private static let mostTexts = 32
  /// The length to which a text is never cut, in characters: a server that takes less is at fault.
  private static let fewestCharacters = 64

  /// Asks a server for its models, and for one vector.
  ///
  /// - Parameters:
  ///   - address: The server and the name of the model; without a name, the only model that it has.
  ///   - prompts: The texts that the model expects before a query and before a document. Most servers add none.
  ///   - key: The key that the server wants, if any.
  ///   - stallTimeout: How long the server may be silent before a request fails with `LanguageModelError.timeout`.
  /// - Throws: `ServerError`, or `LanguageModelError` if the server is busy or silent.
  public init(
    at address: ServerAddress, prompts: RolePrompts = RolePrompts(), key: String? = nil,
    stallTimeout: Duration = .seconds(300)
  ) async throws {
    try await self.init(ServerClient(address: address, key: key, stallTimeout: stallTimeout)) { _ in prompts }
  }

  /// - Parameter prompts: Returns the prompts of a model.
  package init(_ client: ServerClient, prompts: (_ model: String) throws -> RolePrompts) async throws {
    var client = client
    let entry = try await client.findModel()
    self.client = client
    self.prompts = try prompts(client.modelName)
    let window = try await Self.window(of: entry, on: client)
    maximumTokens = max(3, min(512, window ?? 512) - Self.tokenCount(of: self.prompts.document))
    let first = try await Self.vectors(of: ["a"], dimensions: nil, on: client)[0]
    let identity = "server \(client.modelName), \(maximumTokens) tokens, after \(self.prompts.document)"
    space = EmbeddingSpace(
      name: client.modelName, dimensions: first.dimensions, fingerprint: SHA256Digest.hexadecimal(of: identity))
  }

  /// Returns the model's window in tokens, if the server says.
  private static func window(of entry: JSONValue, on client: ServerClient) async throws -> Int? {
    if let size = entry["max_model_len"]?.integer ?? entry["meta"]?["n_ctx_train"]?.integer { return size }
    let body = JSONValue.object(["model": .string(client.address.model ?? "")])
    guard
      case .object(let details)? = try await client.jsonIfOffered(client.address.root + "/api/show", body)?[
        "model_info"]
    else { return nil }
    return details.first { $0.name.hasSuffix(".context_length") }?.value.integer
  }

  /// Returns an estimate: a token for every four letters of a word, and one for every digit and mark. WordPiece needs
  /// fewer for a number.
  public func tokenCount(of text: String) -> Int { Self.tokenCount(of: text) }

  private static func tokenCount(of text: String) -> Int {
    var count = 0
    for part in text.split(whereSeparator: \.isWhitespace) {
      for run in part.split(whereSeparator: { !$0.isLetter }) { count += TokenEstimate.tokens(in: String(run)) }
      count += part.count { !$0.isLetter }
    }
    return count
  }

  /// Encodes each text, in order. A text that is too long for the server is cut at its end.
  ///
  /// - Throws: `ServerError`; `LanguageModelError` if the server is busy or silent. Cancellation closes the connection.
  public func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    var vectors: [UnitVector] = []
    for start in stride(from: 0, to: texts.count, by: Self.mostTexts) {
      try Task.checkCancellation()
      // Some servers refuse an empty text.
      let batch = texts[start..<min(start + Self.mostTexts, texts.count)].map {
        prompts[role] + ($0.isEmpty ? " " : $0)
      }
      vectors += try await cutVectors(of: batch)
    }
    return vectors
  }

  /// Returns the vectors of texts, the first that are too long for the server cut until they are not.
  private func cutVectors(of texts: [String]) async throws -> [UnitVector] {
    do {
      return try await Self.vectors(of: texts, dimensions: space.dimensions, on: client)
    } catch  where Self.isTooLong(error) {
      guard texts.count == 1 else {
        var vectors: [UnitVector] = []
        for text in texts { vectors += try await cutVectors(of: [text]) }
        return vectors
      }
      guard texts[0].count > Self.fewestCharacters else { throw error }
      return try await cutVectors(of: [String(texts[0].prefix(texts[0].count * 3 / 4))])
    }
  }

  /// Whether a server refused a text for its length. Their messages differ: "input is too large to process" is
  /// llama-server's, "the input length exceeds the context length" Ollama's.
  private static func isTooLong(_ error: any Error) -> Bool {
    if case LanguageModelError.contextSizeExceeded = error { return true }
    guard case ServerError.failed(_, _, let message) = error else { return false }
    return ["too large", "too long", "exceeds"].contains { message.lowercased().contains($0) }
  }

  private static func vectors(
    of texts: [String], dimensions: Int?, on client: ServerClient
  ) async throws -> [UnitVector] {
    let body = JSONValue.object([
      "model": client.address.model.map { .string($0) }, "input": .array(texts.map { .string($0) }),
      "encoding_format": .string("float"),
    ])
    func invalid(_ reason: String) -> ServerError { .invalidReply(address: client.address.base, reason: reason) }
    let entries = try await client.json(client.address.base + "/embeddings", body)["data"]?.elements ?? []
    guard entries.count == texts.count else {
      throw invalid("it sent \(entries.count) vectors for \(texts.count) texts")
    }
    var vectors = [UnitVector?](repeating: nil, count: texts.count)
    for (place, entry) in entries.enumerated() {
      let index = entry["index"]?.integer ?? place
      guard vectors.indices.contains(index), vectors[index] == nil else {
        throw invalid("it sent a vector for text \(index), of \(texts.count)")
      }
      let elements = entry["embedding"]?.elements.map { Float($0.double ?? .nan) } ?? []
      guard let vector = UnitVector(normalizing: elements) else {
        throw invalid("a vector that it sent has no direction")
      }
      guard vector.dimensions == dimensions ?? vector.dimensions else {
        throw invalid("it sent a vector of \(vector.dimensions) dimensions instead of \(dimensions ?? 0)")
      }
      vectors[index] = vector
    }
    return vectors.compactMap { $0 }
  }
}
