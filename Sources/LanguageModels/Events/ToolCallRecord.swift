/// A record of one tool call.
public struct ToolCallRecord: Sendable, Hashable, Codable {
  /// The tool's name, as the model wrote it.
  public var toolName: String
  /// The arguments in JSON.
  public var arguments: String
  var seconds: Double
  /// The error that it threw, if any.
  public var error: String?

  /// How long the tool took.
  public var duration: Duration { .seconds(seconds) }

  /// The time is a number of seconds in JSON.
  private enum CodingKeys: String, CodingKey {
    case toolName, arguments, error
    case seconds = "duration"
  }
}
