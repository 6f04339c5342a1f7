import JSONSchema

/// `/openapi.json`: what the server answers, for programs that make clients of such a description.
enum OpenAPIDescription {
  static func reply(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    .json(json(version: services.version))
  }

  static func json(version: String) -> JSONValue {
    var paths: [(path: String, operations: [JSONValue.Member])] = []
    for endpoint in Endpoint.all {
      let path = endpoint.path.replacing("*", with: "{name}")
      let operation = JSONValue.Member(endpoint.method.lowercased(), self.operation(endpoint))
      if let place = paths.firstIndex(where: { $0.path == path }) {
        paths[place].operations.append(operation)
      } else {
        paths.append((path, [operation]))
      }
    }
    return [
      "openapi": "3.1.0",
      "info": ["title": "rag", "version": .string(version), "description": "Answers from a person's own notes."],
      "security": [["token": []]],
      "paths": .object(paths.map { JSONValue.Member($0.path, .object($0.operations)) }),
      "components": ["securitySchemes": ["token": ["type": "http", "scheme": "bearer"]]],
    ]
  }

  private static func operation(_ endpoint: Endpoint) -> JSONValue {
    let parameters: [JSONValue] = (parameters["\(endpoint.method) \(endpoint.path)"] ?? []).map { parameter in
      [
        "name": .string(parameter.name), "in": "query", "required": .bool(parameter.isRequired),
        "schema": ["type": .string(parameter.type)],
      ]
    }
    let name: [JSONValue] =
      endpoint.path.hasSuffix("*")
      ? [["name": "name", "in": "path", "required": true, "schema": ["type": "string"]]] : []
    return .object([
      "summary": .string(endpoint.summary),
      "parameters": parameters.isEmpty && name.isEmpty ? nil : .array(name + parameters),
      "requestBody": endpoint.method == "POST"
        ? [
          "required": true,
          "content": ["application/json": ["schema": bodies[endpoint.path] ?? ["type": "object"]]],
        ] : nil,
      "responses": [
        "200": ["description": "The answer."],
        "default": [
          "description": "What is wrong.",
          "content": ["application/json": ["schema": ["type": "object", "required": ["error"]]]],
        ],
      ],
    ])
  }

  private static let parameters: [String: [(name: String, type: String, isRequired: Bool)]] = [
    "GET /search": [("q", "string", true), ("limit", "integer", false)],
    "GET /documents": [
      ("q", "string", false), ("tag", "string", false), ("limit", "integer", false), ("cursor", "string", false),
    ],
    "GET /notes": [("id", "string", true), ("line", "integer", false)],
  ]

  private static func object(_ required: [String], _ properties: JSONValue) -> JSONValue {
    ["type": "object", "required": .array(required.map { .string($0) }), "properties": properties]
  }

  private static let bodies: [String: JSONValue] = [
    "/search": object(["query"], ["query": ["type": "string"], "limit": ["type": "integer"]]),
    "/index": object([], ["folder": ["type": "string"]]),
    "/ask": object(
      ["question"],
      [
        "question": ["type": "string"], "stream": ["type": "boolean"],
        "conversation": [
          "type": "array",
          "items": object(["question", "answer"], ["question": ["type": "string"], "answer": ["type": "string"]]),
        ],
      ]),
    "/v1/chat/completions": object(
      ["messages"],
      [
        "model": ["type": "string"], "messages": ["type": "array", "items": ["type": "object"]],
        "stream": ["type": "boolean"], "retrieval": ["type": "boolean"],
      ]),
    "/v1/responses": object(
      ["input"], ["model": ["type": "string"], "input": [:], "stream": ["type": "boolean"]]),
    "/v1/embeddings": object(["input"], ["model": ["type": "string"], "input": [:]]),
    "/v1/rerank": object(
      ["query", "documents"],
      ["query": ["type": "string"], "documents": ["type": "array"], "top_n": ["type": "integer"]]),
  ]
}
