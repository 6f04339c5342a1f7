/// The basis for ranking chunks.
public enum Ranking: String, Sendable, Hashable, CaseIterable, Codable {
  /// Words and meaning together.
  case fused
  /// Words alone.
  case keyword
  /// Meaning alone: the cosine.
  case vector
}
