import GRDB

/// A query's words as FTS5 patterns, one for each keyword index; empty where there are no words.
struct KeywordQuery {
  let exact: String
  let stemmed: String

  /// From this number of chunks on, words that most chunks hold are left out.
  ///
  /// FTS5's BM25 gives a word that more than half of the rows hold a weight of 0.000001, and yet reads every row that
  /// holds it: most of the time of a question in English went into its "the" and "is".
  private static let chunksToSpareCommonWords = 1000

  init(_ query: String, in db: Database) throws {
    let exactTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.exactTokenizer))
    let stemmedTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
    var words: [(word: String, term: String)] = []
    var stemmedWords: [(word: String, term: String)] = []
    var seenWords: Set<String> = []
    var seenStems: Set<String> = []
    for (word, _) in try exactTokenizer.tokenize(document: KeywordText.queried(query))
    where seenWords.insert(word).inserted {
      words.append((word, word))
      // The stemmed index stems its pattern itself; two words of one stem would count twice.
      let stem = try stemmedTokenizer.tokenize(document: word).first?.token ?? word
      if seenStems.insert(stem).inserted { stemmedWords.append((word, stem)) }
      if words.count == SearchIndex.maximumQueryTerms { break }
    }
    exact = KeywordQuery.pattern(try KeywordQuery.telling(words, of: "exact_terms", db))
    stemmed = KeywordQuery.pattern(try KeywordQuery.telling(stemmedWords, of: "stemmed_terms", db))
  }

  /// The words without those that more than half of the chunks hold; all of them, where no other is found.
  private static func telling(
    _ words: [(word: String, term: String)], of vocabulary: String, _ db: Database
  ) throws -> [String] {
    let all = words.map(\.word)
    let chunks = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM chunks")) ?? 0
    guard chunks >= chunksToSpareCommonWords else { return all }
    let frequency = try db.cachedStatement(sql: "SELECT doc FROM \(vocabulary) WHERE term = ?")
    var rare: [String] = []
    var isAnyFound = false
    for (word, term) in words {
      let isPrefix = KeywordText.isSingleUnspaced(word)
      let count = isPrefix ? 0 : try Int.fetchOne(frequency, arguments: [term]) ?? 0
      guard count <= chunks / 2 else { continue }
      rare.append(word)
      if isPrefix || count > 0 { isAnyFound = true }
    }
    return isAnyFound ? rare : all
  }

  /// Each word in quotes, joined by OR.
  ///
  /// Words come from a tokenizer and hold no quotes.
  private static func pattern(_ words: [String]) -> String {
    words.map { "\"\($0)\"" + (KeywordText.isSingleUnspaced($0) ? " *" : "") }.joined(separator: " OR ")
  }
}
