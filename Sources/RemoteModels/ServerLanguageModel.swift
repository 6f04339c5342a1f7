import JSONSchema
public import LanguageModels

/// A language model behind an OpenAI-compatible server: Ollama, llama.cpp's `llama-server`, LM Studio, vLLM and others.
///
///     let model = try await ServerLanguageModel(at: ServerAddress("http://127.0.0.1:11434/v1#qwen3.5:4b"))
///     let answer = try await notes.answer(to: "How do I rotate the signing keys?", using: model)
///
/// Behind `llama-server`, a model can do what `LlamaLanguageModel` can, and gives the same answers: tokens are counted
/// exactly, grammars are enforced, and names of control tokens in a message are plain text. Behind any other server,
/// token counts are estimates that are rather too large (vLLM's are exact), only schemas are enforced, and the server
/// formats the messages: most servers take the name of a control token in a message for that token.
///
/// Requests go only to the address that was given, through the system's libcurl, which is loaded at the first request.
public struct ServerLanguageModel: LanguageModel {
  /// The name of the model on the server.
  public let name: String
  /// The window in tokens: as requested, but at most the server's, if it says.
  public var contextSize: Int { dialect.contextSize }
  /// All but `.schemas` behind `llama-server`; behind others `.schemas` and `.toolCalling`, and `.replyPrefix` for
  /// vLLM.
  public var capabilities: LanguageModelCapabilities { dialect.capabilities }
  /// The thresholds below which the model's doubt becomes a refusal. No server has them.
  public var refusalThresholds: RefusalThresholds?
  /// How likely the model's answers from notes are right. The catalogue knows it of a few models.
  public var measuredConfidence: MeasuredConfidence?
  /// Where the model is.
  public let address: ServerAddress
  private let dialect: any ServerDialect

  /// Asks a server for its models and their windows. Ollama loads the model.
  ///
  /// - Parameters:
  ///   - address: The server and the name of the model; without a name, the only model that it has.
  ///   - contextSize: The window in tokens, prompt and reply together.
  ///   - key: The key that the server wants, if any.
  ///   - stallTimeout: How long the server may be silent before a request fails with `LanguageModelError.timeout`. Most
  ///     servers say nothing while they read a prompt: at 15 tokens per second, 4,000 tokens take 270 seconds.
  /// - Throws: `ServerError`, or `LanguageModelError` if the server is busy or silent.
  public init(
    at address: ServerAddress, contextSize: Int = 4096, key: String? = nil, stallTimeout: Duration = .seconds(300)
  ) async throws {
    try await self.init(
      ServerClient(address: address, key: key, stallTimeout: stallTimeout), contextSize: contextSize)
  }

  package init(_ client: ServerClient, contextSize: Int = 4096) async throws {
    var client = client
    let properties = try await client.jsonIfOffered(client.address.root + "/props")
    _ = try await client.findModel()
    (address, name) = (client.address, client.modelName)
    if let properties, properties["default_generation_settings"] != nil, properties["role"]?.string != "router" {
      dialect = try await LlamaServer(client, properties: properties, contextSize: contextSize)
    } else {
      let known = client.address.model ?? name
      let window = try await ServerWindow(of: known, on: client)
      dialect = ChatServer(
        client, model: known, kind: window.kind, contextSize: min(contextSize, window.contextSize ?? contextSize))
    }
  }

  /// Returns the number of tokens of the formatted request, or an estimate that is rather too large.
  public func tokenCount(for request: LanguageModelRequest) async throws -> Int {
    try await dialect.tokenCount(for: request)
  }

  /// Returns the number of tokens of a text by itself, or an estimate that is rather too large.
  public func tokenCount(of text: String) async throws -> Int { try await dialect.tokenCount(of: text) }

  /// Streams the reply. Cancellation closes the connection, so the server stops.
  public func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await dialect.generate(request) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Returns the logarithm of each candidate's probability among the candidates: their differences are those of the
  /// logits.
  public func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) async throws -> NextTokenScores {
    try await dialect.nextTokenScores(after: request, candidates: candidates)
  }
}
