/// The identity of an encoder's vectors: two encoders share a space only if the same text has the same vector.
public struct EmbeddingSpace: Sendable, Hashable, Codable {
  /// The encoder's name as people know it: `all-MiniLM-L6-v2`.
  public var name: String
  /// Coordinates per vector.
  public var dimensions: Int
  /// A digest over what decides the vectors: weights, vocabulary, pooling, token limit.
  public var fingerprint: String

  /// Creates the identity of a space.
  public init(name: String, dimensions: Int, fingerprint: String) {
    self.name = name
    self.dimensions = dimensions
    self.fingerprint = fingerprint
  }
}
