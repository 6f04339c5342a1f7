import GRDB

/// Splits text into the words of the keyword indexes, with SQLite's own tokenizers: for stores that are no SQLite file.
package final class KeywordTokenizer: Sendable {
  /// An empty database in memory: tokenizers belong to a connection.
  private let database: DatabaseQueue

  /// Creates a tokenizer.
  package init() throws { database = try DatabaseQueue() }

  /// Returns the words of a text, prepared by `KeywordText`, in order and with repetitions; each as it is and as its
  /// stem.
  package func words(of texts: [String]) throws -> [[(word: String, stem: String)]] {
    try database.unsafeRead { db in
      let tokenizers = try WordTokenizers(db)
      var stems: [String: String] = [:]
      return try texts.map { text in
        try tokenizers.exact.words(of: text).map { word in
          if let known = stems[word] { return (word, known) }
          let stem = try tokenizers.stemmed.words(of: word).first ?? word
          stems[word] = stem
          return (word, stem)
        }
      }
    }
  }
}
