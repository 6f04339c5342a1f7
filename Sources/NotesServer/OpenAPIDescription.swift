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
        "200": .object([
          "description": "The answer.",
          "content": content(answers[endpoint.path]),
        ]),
        "default": ["description": "What is wrong.", "content": content(error) ?? [:]],
      ],
    ])
  }

  private static func content(_ schema: JSONValue?) -> JSONValue? {
    schema.map { ["application/json": ["schema": $0]] }
  }

  private static let parameters: [String: [(name: String, type: String, isRequired: Bool)]] = [
    "GET /search": [("q", "string", true), ("limit", "integer", false)],
    "GET /documents": [
      ("q", "string", false), ("tag", "string", false), ("limit", "integer", false), ("cursor", "string", false),
    ],
    "GET /notes": [("id", "string", true), ("line", "integer", false)],
  ]

  static func object(_ required: [String], _ properties: JSONValue) -> JSONValue {
    ["type": "object", "required": .array(required.map { .string($0) }), "properties": properties]
  }

  /// What both forms of chats have.
  private static let sampling: JSONValue = [
    "model": text, "stream": truth, "temperature": ["type": "number", "minimum": 0, "maximum": 2],
    "top_p": ["type": "number", "minimum": 0, "maximum": 1], "tools": ["type": "array", "items": ["type": "object"]],
    "tool_choice": ["type": ["string", "object"]],
  ]

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
      sampling.merging([
        "messages": [
          "type": "array", "minItems": 1,
          "items": object(
            ["role"],
            [
              "role": ["enum": ["system", "developer", "user", "assistant", "tool"]], "content": [:],
              "tool_call_id": text, "tool_calls": ["type": "array", "items": toolCall],
            ]),
        ],
        "response_format": ["type": "object"], "max_completion_tokens": whole, "max_tokens": whole,
        "stop": textOrTexts, "seed": whole, "stream_options": object([], ["include_usage": truth]),
        "retrieval": truth,
      ])),
    "/v1/responses": object(
      ["input"],
      sampling.merging([
        "input": ["type": ["string", "array"]], "instructions": text, "text": ["type": "object"],
        "max_output_tokens": whole,
      ])),
    "/v1/embeddings": object(
      ["input"],
      [
        "model": text, "input": textOrTexts, "encoding_format": ["enum": ["float", "base64"]],
        "input_type": ["enum": ["query", "document"]],
      ]),
    "/v1/rerank": object(
      ["query", "documents"],
      ["query": ["type": "string"], "documents": ["type": "array"], "top_n": ["type": "integer"]]),
  ]
}
