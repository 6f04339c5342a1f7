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

  /// The most characters (Unicode scalars) that are searched for: an encoder reads a few hundred words, and 256
  /// different ones are looked up. A megabyte pasted by mistake would take seconds.
  private static let longest = 8192

  /// Returns the part of a query that is searched for.
  static func searched(_ query: String) -> String {
    let text = normalized(query)
    guard text.utf8.count > longest else { return text }
    return normalized(String(text.unicodeScalars.prefix(longest)))
  }
}
