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

  /// Words that more chunks hold are left out of any index: to score them takes a microsecond each.
  private static let mostChunksOfAWord = 16_384

  init(_ query: String, _ counts: inout KeywordCounts, in db: Database) throws {
    let exactTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.exactTokenizer))
    let stemmedTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
    try counts.update(from: db)
    var words: [String] = []
    var stemmedWords: [String] = []
    var seenWords: Set<String> = []
    var seenStems: Set<String> = []
    for (word, _) in try exactTokenizer.tokenize(document: KeywordText.queried(query))
    where seenWords.insert(word).inserted {
      words.append(word)
      // The stemmed index stems its pattern itself; two words of one stem would count twice.
      let stem = try stemmedTokenizer.tokenize(document: word).first?.token ?? word
      if seenStems.insert(stem).inserted { stemmedWords.append(word) }
      if words.count == SearchIndex.maximumQueryTerms { break }
    }
    exact = KeywordQuery.pattern(try KeywordQuery.telling(words, in: "chunks_exact", &counts, db))
    stemmed = KeywordQuery.pattern(try KeywordQuery.telling(stemmedWords, in: "chunks_stemmed", &counts, db))
  }

  /// The words without those that too many chunks hold; all of them, where no other is found.
  private static func telling(
    _ words: [String], in table: String, _ counts: inout KeywordCounts, _ db: Database
  ) throws -> [String] {
    let chunks = try counts.chunks(in: db)
    guard chunks >= chunksToSpareCommonWords else { return words }
    let most = min(chunks / 2, mostChunksOfAWord)
    var rare: [String] = []
    var isAnyFound = false
    for word in words {
      let isPrefix = KeywordText.isSingleUnspaced(word)
      let count = isPrefix ? 0 : try counts.chunks(matching: pattern([word]), in: table, limit: most + 1, db)
      guard count <= most else { continue }
      rare.append(word)
      if isPrefix || count > 0 { isAnyFound = true }
    }
    return isAnyFound ? rare : words
  }

  /// Each word in quotes, joined by OR.
  ///
  /// Words come from a tokenizer and hold no quotes.
  private static func pattern(_ words: [String]) -> String {
    words.map { "\"\($0)\"" + (KeywordText.isSingleUnspaced($0) ? " *" : "") }.joined(separator: " OR ")
  }
}
