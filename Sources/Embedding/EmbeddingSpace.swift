/// The identity of an encoder's vectors: two encoders share a space only if the same text has the same vector.
public struct EmbeddingSpace: Sendable, Hashable, Codable {
  /// The encoder's name, such as `all-MiniLM-L6-v2`.
  public var name: String
  /// The number of coordinates per vector.
  public var dimensions: Int
  /// A digest of what determines the vectors: weights, vocabulary, pooling, token limit.
  public var fingerprint: String

  /// The precision of the encoder; `nil` if it has only one.
  public var precision: Precision?

  /// The name, with the precision if it is not float32: `all-MiniLM-L6-v2 (int8)`.
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
