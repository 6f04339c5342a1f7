/// The text that describes tools, calls and their outputs to a model.
///
/// The templates in model files render tools in many ways, some faulty, so tools are rendered here as plain text.
enum ToolPrompt {
  /// Returns the definitions as they appear in the instructions: one line per tool.
  static func text(for definitions: [Transcript.ToolDefinition]) -> String {
    let lines = definitions.map { definition in
      let members: [JSONValue.Member] = [
        .init("name", .string(definition.name)), .init("description", .string(definition.description)),
      ]
      return "\(JSONValue.object(members).text.dropLast()), \"parameters\": \(definition.parameters.promptText)}"
    }
    return ([preamble] + lines).joined(separator: "\n")
  }

  private static let preamble = """
    You have tools. To use one, reply with only {"name": …, "arguments": {…}}, one line for each call; you are then \
    given the outputs. Where you need no tool, just answer.
    """

  /// Returns a call as the model writes it.
  static func text(for call: Transcript.ToolCall) -> String {
    let name = JSONValue.string(call.toolName).text
    return "{\"name\": \(name), \"arguments\": \(call.arguments.jsonString)}"
  }

  /// Returns an output between tags that nothing in it can close.
  static func text(for output: Transcript.ToolOutput) -> String {
    let text = Transcript.text(of: output.segments).replacing("</output", with: "<\u{200B}/output")
    return "<output tool=\(JSONValue.string(output.toolName).text)>\n\(text)\n" + outputEnd
  }

  static let outputEnd = "</output>"
}
