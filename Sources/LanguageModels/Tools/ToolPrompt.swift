/// The words by which a model is told of tools, its calls and their outputs.
///
/// Templates in models' files render them in many ways, some of them faulty, so tools are text of ours like any other.
enum ToolPrompt {
  /// The definitions, as they stand in the instructions: one line for each tool, and what to do with them.
  ///
  /// What stands last counts most. Told only how to call, or told so before the list, a model of 1.5 billion
  /// parameters calls a tool whatever is asked.
  static func text(for definitions: [Transcript.ToolDefinition]) -> String {
    let lines = definitions.map { definition in
      let members: [JSONValue.Member] = [
        .init("name", .string(definition.name)), .init("description", .string(definition.description)),
      ]
      return "\(JSONValue.object(members).text.dropLast()), \"parameters\": \(definition.parameters.promptText)}"
    }
    return (["Your tools:"] + lines + [rule]).joined(separator: "\n")
  }

  private static let rule = """
    If one does exactly what the user asks for, reply with only {"name": ..., "arguments": {...}}, one line for each \
    call. Otherwise answer in plain words.
    """

  /// A call, as the model writes it.
  static func text(for call: Transcript.ToolCall) -> String {
    let name = JSONValue.string(call.toolName).text
    return "{\"name\": \(name), \"arguments\": \(call.arguments.jsonString)}"
  }

  /// An output between marks that nothing in it can end.
  static func text(for output: Transcript.ToolOutput) -> String {
    let text = Transcript.text(of: output.segments).replacing("</output", with: "<\u{200B}/output")
    return "<output tool=\(JSONValue.string(output.toolName).text)>\n\(text)\n" + outputEnd
  }

  static let outputEnd = "</output>"
}
