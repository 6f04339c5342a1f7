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
      let exact = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.exactTokenizer))
      let stemmed = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
      var stems: [String: String] = [:]
      return try texts.map { text in
        try exact.tokenize(document: text).map { word, _ in
          if let known = stems[word] { return (word, known) }
          let stem = try stemmed.tokenize(document: word).first?.token ?? word
          stems[word] = stem
          return (word, stem)
        }
      }
    }
  }
}
