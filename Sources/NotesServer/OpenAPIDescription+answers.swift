import JSONSchema

/// The forms of answers, for programs that make types of them. Members that are not named here may be added.
extension OpenAPIDescription {
  static let text: JSONValue = ["type": "string"]
  static let whole: JSONValue = ["type": "integer"]
  static let truth: JSONValue = ["type": "boolean"]
  private static let number: JSONValue = ["type": "number"]
  private static let textOrNull: JSONValue = ["type": ["string", "null"]]
  static let textOrTexts: JSONValue = ["oneOf": [text, list(text)]]

  private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  static let toolCall = object(
    ["id", "type", "function"],
    [
      "id": text, "type": ["const": "function"],
      "function": object(["name", "arguments"], ["name": text, "arguments": text]),
    ])

  static let error = object(
    ["error"],
    ["error": object(["message", "type"], ["message": text, "type": text, "param": textOrNull, "code": textOrNull])])

  private static let citation = object(
    ["type", "url_citation"],
    [
      "type": ["const": "url_citation"],
      "url_citation": object(
        ["start_index", "end_index", "url", "title"],
        ["start_index": whole, "end_index": whole, "url": text, "title": text]),
    ])

  /// A passage, or lines that an answer cites.
  private static let place = object(
    ["source", "text", "firstLine", "lastLine", "note"],
    [
      "source": text, "text": text, "firstLine": whole, "lastLine": whole, "note": text, "path": text, "folder": text,
      "title": text, "score": number, "freshness": text,
    ])

  private static let usage = object(
    ["prompt_tokens", "total_tokens"],
    ["prompt_tokens": whole, "completion_tokens": whole, "total_tokens": whole])

  private static let model = object(
    ["id", "object"], ["id": text, "object": ["const": "model"], "created": whole, "owned_by": text])

  private static let chat = object(
    ["id", "object", "created", "model", "choices", "usage"],
    [
      "id": text, "object": ["const": "chat.completion"], "created": whole, "model": text, "usage": usage,
      "choices": list(
        object(
          ["index", "message", "finish_reason"],
          [
            "index": whole, "finish_reason": ["enum": ["stop", "length", "tool_calls"]],
            "message": object(
              ["role", "content"],
              [
                "role": ["const": "assistant"], "content": textOrNull, "refusal": textOrNull,
                "tool_calls": list(toolCall), "annotations": list(citation),
              ]),
          ])),
      "citations": list(text), "sources": list(["type": "object"]),
      "outcome": ["enum": ["answered", "unsure", "notInNotes"]],
    ])

  private static let response = object(
    ["id", "object", "created_at", "model", "status", "output"],
    [
      "id": text, "object": ["const": "response"], "created_at": whole, "model": text,
      "status": ["enum": ["in_progress", "completed", "incomplete"]],
      "output": list(
        object(
          ["id", "type", "status"],
          [
            "id": text, "type": ["enum": ["message", "function_call"]], "status": text, "role": text,
            "content": list(["type": "object"]), "call_id": text, "name": text, "arguments": text,
          ])),
      "usage": ["type": ["object", "null"]],
    ])

  private static let answer = object(
    ["question", "outcome", "sources", "passages", "sentences"],
    [
      "question": text, "outcome": ["enum": ["answered", "unsure", "notInNotes"]], "answer": text,
      "sources": list(place), "passages": list(place), "sentences": list(["type": "object"]),
    ])

  static let answers: [String: JSONValue] = [
    "/ask": answer,
    "/search": object(
      ["query", "complete", "passages"], ["query": text, "complete": truth, "passages": list(place)]),
    "/documents": object(
      ["count", "documents"],
      [
        "count": whole, "next": text,
        "documents": list(object(["id", "path"], ["id": text, "path": text, "title": text, "modified": text])),
      ]),
    "/notes": object(
      ["id", "firstLine", "lines", "lineCount"],
      ["id": text, "title": text, "path": text, "firstLine": whole, "lines": list(text), "lineCount": whole]),
    "/status": object(["complete", "status"], ["complete": truth, "status": ["type": "object"]]),
    "/v1/models": object(["object", "data"], ["object": ["const": "list"], "data": list(model)]),
    "/v1/models/*": model,
    "/v1/chat/completions": chat,
    "/v1/responses": response,
    "/v1/embeddings": object(
      ["object", "data", "model", "usage"],
      [
        "object": ["const": "list"], "model": text, "usage": usage,
        "data": list(
          object(
            ["object", "index", "embedding"],
            [
              "object": ["const": "embedding"], "index": whole,
              "embedding": ["oneOf": [list(number), text]],
            ])),
      ]),
    "/v1/rerank": object(
      ["model", "results"],
      [
        "model": text,
        "results": list(
          object(
            ["index", "relevance_score"], ["index": whole, "relevance_score": number, "document": ["type": "object"]])),
      ]),
  ]
}
