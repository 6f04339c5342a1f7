import Embedding

/// A query as the two searches take it.
enum QueryText {
  /// The query without white space around it.
  static func normalized(_ query: String) -> String {
    var text = Substring(query)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
