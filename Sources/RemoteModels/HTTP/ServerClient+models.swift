import JSONSchema

extension ServerClient {
  /// Returns the entries of the server's list of models.
  func listing() async throws -> [JSONValue] {
    guard case .array(let entries)? = try await json(address.base + "/models")["data"] else {
      throw ServerError.invalidReply(address: address.base, reason: "it does not list its models")
    }
    return entries
  }

  /// Returns the names of the server's models.
  func models() async throws -> [String] { try await listing().compactMap { $0["id"]?.string } }

  /// Finds the model that the address names, or the only one, and returns its entry in the server's list.
  ///
  /// - Throws: `ServerError.unknownModel`.
  mutating func findModel() async throws -> JSONValue {
    let entries = try await listing()
    let models = entries.compactMap { $0["id"]?.string }
    // llama-server names a model by its path, Ollama adds a tag.
    guard let name = address.model ?? (models.count == 1 ? models[0] : nil),
      let known = models.first(where: { $0 == name || $0 == name + ":latest" || Self.fileName($0) == name }),
      let entry = entries.first(where: { $0["id"]?.string == known })
    else {
      throw ServerError.unknownModel(address.model.map(ServerText.line), available: models, address: address.base)
    }
    address.model = known
    return entry
  }

  /// The model's name, without the folders of its file.
  var modelName: String { address.model.map(Self.fileName) ?? "" }

  private static func fileName(_ model: String) -> String {
    model.hasPrefix("/") ? String(model[(model.lastIndex(of: "/") ?? model.startIndex)...].dropFirst()) : model
  }
}
