/// Reads calls of tools from what a model wrote.
enum ToolCallText {
  /// The calls, or none if the text is an answer.
  ///
  /// A call is an object with a name and arguments: one on each line, several in an array, or any of it between the
  /// marks that models have learned for it.
  static func calls(in text: String) -> [Transcript.ToolCall] {
    var text = text.trimmed
    for mark in ["<tool_call>", "</tool_call>", "```json", "```"] { text = text.replacing(mark, with: "\n") }
    text = text.trimmed
    guard text.hasPrefix("{") || text.hasPrefix("[") else { return [] }
    if let whole = try? JSONParser.parse(text) {
      if case .array(let elements) = whole { return calls(elements) }
      return calls([whole])
    }
    let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    return calls(lines.map { (try? JSONParser.parse($0)) ?? .null })
  }

  /// Whether a reply that begins like this may become a call.
  static func mayBecomeCall(_ text: String) -> Bool {
    let text = text.drop { $0.isWhitespace }
    guard let first = text.first else { return true }
    return ["{", "[", "<", "`"].contains(first)
  }

  /// All of them as calls, or none if one is something else.
  private static func calls(_ values: [JSONValue]) -> [Transcript.ToolCall] {
    let calls = values.compactMap { value -> Transcript.ToolCall? in
      guard case .string(let name)? = value["name"], case .object? = value["arguments"],
        let arguments = value["arguments"]
      else { return nil }
      return Transcript.ToolCall(toolName: name, arguments: GeneratedContent(arguments))
    }
    return calls.count == values.count ? calls : []
  }
}
