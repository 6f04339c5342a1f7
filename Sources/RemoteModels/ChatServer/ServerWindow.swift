import JSONSchema

/// What a server says about a model's window, and which server it is.
struct ServerWindow {
  var kind = ChatServerKind.other
  /// The window in tokens; `nil` if the server does not say.
  var contextSize: Int?

  /// Ollama's window before it could be asked for.
  private static let oldOllamaWindow = 2048

  init(of model: String, on client: ServerClient) async throws {
    let root = client.address.root
    if let version = try await client.jsonIfOffered(root + "/api/version"), version["version"]?.string != nil {
      try await askOllama(model, client)
    } else if let size = try await client.listing()
      .first(where: { $0["id"]?.string == model })?["max_model_len"]?.integer
    {
      contextSize = size
      let body = JSONValue.object(["model": .string(model), "prompt": .string("a")])
      if try await client.jsonIfOffered(root + "/tokenize", body)?["count"]?.integer != nil { kind = .vLLM }
    } else if let models = try await client.jsonIfOffered(root + "/api/v0/models")?["data"] {
      // LM Studio loads a model with the window of its settings, and says so once it is loaded.
      let entry = models.elements.first { $0["id"]?.string == model }
      contextSize = entry?["loaded_context_length"]?.integer ?? entry?["max_context_length"]?.integer
    }
  }

  /// Ollama cuts a longer prompt without saying so. Its window is a setting of the server, unless the model has one,
  /// and known only for a loaded model.
  private mutating func askOllama(_ model: String, _ client: ServerClient) async throws {
    let body = JSONValue.object(["model": .string(model)])
    let details = try await client.jsonIfOffered(client.address.root + "/api/show", body)
    let thinks = details?["capabilities"]?.elements.contains { $0.string == "thinking" } ?? false
    kind = thinks ? .thinkingOllama : .ollama
    // Without a prompt, this loads the model.
    _ = try await client.json(
      client.address.root + "/api/generate", body.merging(.object(["stream": .bool(false)])))
    let running = try await client.jsonIfOffered(client.address.root + "/api/ps")?["models"]?.elements ?? []
    let entry = running.first { $0["name"]?.string == model || $0["model"]?.string == model }
    contextSize = entry?["context_length"]?.integer ?? Self.setting(in: details) ?? Self.oldOllamaWindow
  }

  /// Returns the window that a model's file sets: `num_ctx 8192`.
  private static func setting(in details: JSONValue?) -> Int? {
    for line in (details?["parameters"]?.string ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "num_ctx" { return Int(words[1]) }
    }
    return nil
  }
}
