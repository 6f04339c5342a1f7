public import Foundation

extension PostgresError: LocalizedError {
  /// The message, in one line.
  public var errorDescription: String? { description }
}
