extension Transcript {
  /// The conversation as text, for people and for summaries: each entry after the name of its speaker.
  public var text: String { Self.text(of: self) }

  /// Returns entries as text, separated by empty lines.
  ///
  /// Everything that shows a conversation as text uses this.
  public static func text(of entries: some Sequence<Entry>) -> String {
    entries.compactMap(text(of:)).joined(separator: "\n\n")
  }

  /// Returns `nil` for a thought, which neither summaries nor rewritten questions may use.
  private static func text(of entry: Entry) -> String? {
    switch entry {
    case .reasoning: nil
    case .instructions(let instructions): "Instructions: " + text(of: instructions.segments)
    case .prompt(let prompt): "User: " + text(of: prompt.segments)
    case .toolCalls(let calls):
      "Tool Calls: " + calls.map { "\($0.toolName)(\($0.arguments.jsonString))" }.joined(separator: ", ")
    case .toolOutput(let output): "Tool Output: \(output.toolName): " + text(of: output.segments)
    case .response(let response): "Assistant: " + text(of: response.segments)
    }
  }

  /// Returns segments as one text, separated by empty lines.
  static func text(of segments: some Sequence<Segment>) -> String {
    segments.map(\.text).joined(separator: "\n\n")
  }
}
