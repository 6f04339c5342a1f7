import Embedding

/// How words are written in the keyword index.
enum WordKey {
  /// The longest word in bytes that is kept whole. PostgreSQL's indexes take keys of up to 2,700 bytes.
  static let mostBytes = 500

  /// Returns the word, or the beginning and the digest of a longer one.
  static func of(_ word: String) -> String {
    word.utf8.count > mostBytes ? "\(word.prefix(32)) \(SHA256Digest.hexadecimal(of: word))" : word
  }
}
