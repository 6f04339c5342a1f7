import JSONSchema

/// `/v1/models`: the notes, which answer with the model, and the model alone.
enum ModelsEndpoint {
  static func list(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    .json(["object": "list", "data": .array(names(services).map(record))])
  }

  static func one(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let name = String(request.path.dropFirst("/v1/models/".count))
    guard names(services).contains(name) else { throw ServerError.missing("there is no model of this name") }
    return .json(record(name))
  }

  private static func names(_ services: ServerServices) -> [String] {
    [ServerServices.notesModel] + [services.modelName].compactMap(\.self)
  }

  private static func record(_ name: String) -> JSONValue {
    ["id": .string(name), "object": "model", "created": 0, "owned_by": "rag"]
  }
}
