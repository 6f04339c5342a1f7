import Foundation

/// Tells one generated value from another of the same content.
public struct GenerationID: Sendable, Hashable {
  private let value = UUID()

  /// Creates an id that no other has.
  public init() {}
}
