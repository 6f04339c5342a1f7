public import Foundation

extension LanguageModelSession {
  /// An error that a tool threw, which ends the request.
  public struct ToolCallError: Swift.Error, LocalizedError {
    /// The tool.
    public var tool: any Tool
    /// The error that it threw.
    public var underlyingError: any Swift.Error

    /// Creates an error.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// A message for the user.
    public var errorDescription: String? {
      "the tool \(tool.name) failed: \(underlyingError.localizedDescription)"
    }
  }
}
