/// The identity of an encoder's vectors: two encoders share a space only if the same text has the same vector.
public struct EmbeddingSpace: Sendable, Hashable, Codable {
  /// The encoder's name as people know it: `all-MiniLM-L6-v2`.
  public var name: String
  /// Coordinates per vector.
  public var dimensions: Int
  /// A digest over what decides the vectors: weights, vocabulary, pooling, token limit.
  public var fingerprint: String

  /// What the encoder computes in; `nil` where it is known for one alone.
  public var precision: Precision?

  /// The name, with the precision where it is not the usual one: `all-MiniLM-L6-v2 (int8)`.
  public var title: String {
    precision.map { $0 == .float32 ? name : "\(name) (\($0.rawValue))" } ?? name
  }

  /// Creates the identity of a space.
  public init(name: String, dimensions: Int, fingerprint: String, precision: Precision? = nil) {
    self.name = name
    self.dimensions = dimensions
    self.fingerprint = fingerprint
    self.precision = precision
  }
}
