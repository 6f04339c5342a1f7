import Embedding

/// Normalization of queries.
enum QueryText {
  /// Returns the query without surrounding white space.
  static func normalized(_ query: String) -> String {
    var text = Substring(query)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
