/// How the vectors of a text's tokens are combined into one.
public enum Pooling: String, Sendable, Hashable, Codable, CaseIterable {
  /// Their mean.
  case mean
  /// The first token's, which was trained to represent the text.
  case first
  /// The last token's.
  case last
}
