/// Parses tool calls in a model's reply.
enum ToolCallText {
  /// Returns the calls, or none if the text is an answer.
  ///
  /// A call is an object with a name and arguments: one per line, or several in an array, also between the tags that
  /// models were trained to write.
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

  /// Returns all values as calls, or none if one is not a call.
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
