package import JSONSchema

/// A tool that a client's model may call. All of them only read.
package protocol NotesTool: Sendable {
  var name: String { get }
  var title: String { get }
  /// What it does, for the model that decides whether to call it.
  var description: String { get }
  var inputSchema: JSONValue { get }
  var outputSchema: JSONValue { get }

  /// Carries out a call.
  ///
  /// - Throws: `ToolFailure` for what the caller can correct; errors of the index and the model.
  func call(_ arguments: ToolArguments, _ call: ToolCall) async throws -> JSONValue
}

extension NotesTool {
  /// The tool as `tools/list` describes it.
  package var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema, "outputSchema": outputSchema,
      "annotations": ["readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false],
    ]
  }
}
