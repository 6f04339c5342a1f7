/// What a text is encoded for. Many encoders are trained with another prompt for questions than for passages.
public enum TextRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// A text to search for.
  case query
  /// A text to be found.
  case document
}
