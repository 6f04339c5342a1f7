import Foundation

/// Distinguishes one generated value from another with the same content.
public struct GenerationID: Sendable, Hashable {
  private let value = UUID()

  /// Creates a unique id.
  public init() {}
}
