/// One call of a tool.
public struct ToolCallRecord: Sendable, Hashable, Codable {
  /// The tool's name, as the model wrote it.
  public var toolName: String
  /// The arguments in JSON.
  public var arguments: String
  /// How long the tool took, in seconds.
  public var duration: Double
  /// The error that it threw, where it did.
  public var error: String?
}
