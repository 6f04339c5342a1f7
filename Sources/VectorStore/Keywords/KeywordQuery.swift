import GRDB

/// A query's words, for each of the keyword indexes.
package struct KeywordQuery {
  package private(set) var exact: [String] = []
  /// The words of different stems. The stemmed index stems them itself.
  package private(set) var stemmed: [String] = []
  /// Words that too many chunks contain. A chunk with a word has its stem too, so these are not counted again.
  private var common: Set<String> = []

  /// The number of chunks from which words in most chunks are left out.
  ///
  /// BM25 gives a word in more than half of the chunks a weight of 0.000001, yet every chunk that contains it would be
  /// read: an English question spent most of its time on its "the" and "is".
  private static let chunksToSpareCommonWords = 1000

  /// The maximum number of chunks for a word. More common words are left out, since every chunk that contains one is
  /// read.
  private static let mostChunksOfAWord = 16_384

  /// - Parameter words: The words of the query, prepared by `KeywordText.queried(_:)`, each with its stem.
  package init(_ words: some Sequence<(word: String, stem: String)>) {
    var seenWords: Set<String> = []
    var seenStems: Set<String> = []
    for (word, stem) in words where seenWords.insert(word).inserted {
      exact.append(word)
      // Two words with the same stem would count twice.
      if seenStems.insert(stem).inserted { stemmed.append(word) }
      if exact.count == SearchIndex.maximumQueryTerms { break }
    }
  }

  init(_ query: String, _ tokenizers: WordTokenizers) throws {
    let words = try tokenizers.exact.words(of: KeywordText.queried(query)).map { word in
      (word: word, stem: try tokenizers.stemmed.words(of: word).first ?? word)
    }
    self.init(words)
  }

  /// Returns the postings of the exact or stemmed words, leaving out those that too many chunks contain unless no other
  /// is found.
  ///
  /// - Parameters:
  ///   - chunks: The number of all chunks.
  ///   - lookup: Returns the postings of a word, or of all that begin with it; `nil` for more than `most` chunks.
  package mutating func postings(
    of words: [String], amongChunks chunks: Int,
    _ lookup: (_ word: String, _ isPrefix: Bool, _ most: Int) throws -> KeywordPostings?
  ) rethrows -> [KeywordPostings] {
    let most = chunks < Self.chunksToSpareCommonWords ? Int.max : min(chunks / 2, Self.mostChunksOfAWord)
    var rare: [KeywordPostings] = []
    var isAnyFound = false
    for word in words where !common.contains(word) {
      let isPrefix = KeywordText.isSingleUnspaced(word)
      if let found = try lookup(word, isPrefix, isPrefix ? .max : most) {
        rare.append(found)
        if isPrefix || !found.places.isEmpty { isAnyFound = true }
      } else {
        common.insert(word)
      }
    }
    if isAnyFound { return rare }
    return try words.compactMap { try lookup($0, KeywordText.isSingleUnspaced($0), .max) }
  }

  /// Returns a word as an FTS5 string.
  ///
  /// Words come from a tokenizer and contain no quotes.
  static func pattern(_ word: String, isPrefix: Bool) -> String {
    "\"\(word)\"" + (isPrefix ? " *" : "")
  }

  /// Returns a phrase as an FTS5 string; `nil` if it has no words.
  ///
  /// In the exact index, a run of an unspaced script is its overlapping pairs of characters, then its last character. A
  /// run at the end of the phrase may continue in the text, so its last character is a prefix: it begins a pair or is
  /// alone.
  static func pattern(ofPhrase phrase: String, in db: Database) throws -> String? {
    let words = try WordTokenizers.exact(db).words(of: KeywordText.indexed(phrase))
    guard let last = words.last else { return nil }
    return "\"\(words.joined(separator: " "))\"" + (KeywordText.isSingleUnspaced(last) ? " *" : "")
  }
}
