import JSONSchema
import LanguageModels

/// What a tool returns.
struct ToolResult {
  /// The contents; a text if the tool failed.
  var content: JSONValue
  var isError = false

  init(_ content: JSONValue) { self.content = content }

  /// The most characters of a reason, which may repeat an argument.
  private static let longestFailure = 500

  /// A call that failed. Its reason is for the model, which may call again.
  init(failure: String) {
    (content, isError) = (
      .string(String(failure.prefix(2 * Self.longestFailure).visibleLine.prefix(Self.longestFailure))), true
    )
  }

  /// The result of `tools/call`.
  var json: JSONValue {
    guard !isError else {
      return ["content": [Self.text(content.string ?? "")], "isError": true]
    }
    return ["content": [Self.text(content.text)], "structuredContent": content, "isError": false]
  }

  static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }
}
