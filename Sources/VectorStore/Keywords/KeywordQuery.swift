import GRDB

/// A query's words, for each of the keyword indexes.
struct KeywordQuery {
  private(set) var exact: [String] = []
  private(set) var stemmed: [String] = []
  /// Words that too many chunks hold: what holds a word holds its stem, so that these are not counted again.
  private var common: Set<String> = []

  /// From this number of chunks on, words that most chunks hold are left out.
  ///
  /// BM25 gives a word that more than half of the chunks hold a weight of 0.000001, and yet every chunk that holds it
  /// would be read: most of the time of a question in English went into its "the" and "is".
  private static let chunksToSpareCommonWords = 1000

  /// Words that more chunks hold are left out of any index: each chunk that holds one is read.
  private static let mostChunksOfAWord = 16_384

  init(_ query: String, in db: Database) throws {
    let exactTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.exactTokenizer))
    let stemmedTokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.stemmedTokenizer))
    var seenWords: Set<String> = []
    var seenStems: Set<String> = []
    for (word, _) in try exactTokenizer.tokenize(document: KeywordText.queried(query))
    where seenWords.insert(word).inserted {
      exact.append(word)
      // The stemmed index stems its pattern itself; two words of one stem would count twice.
      let stem = try stemmedTokenizer.tokenize(document: word).first?.token ?? word
      if seenStems.insert(stem).inserted { stemmed.append(word) }
      if exact.count == SearchIndex.maximumQueryTerms { break }
    }
  }

  /// The postings of the exact or of the stemmed words, without those that too many chunks hold; of all of them, where
  /// no other is found.
  mutating func postings(
    of words: [String], in table: String, _ memory: inout KeywordMemory, _ db: Database
  ) throws -> [KeywordPostings] {
    let most = memory.chunks < Self.chunksToSpareCommonWords ? Int.max : min(memory.chunks / 2, Self.mostChunksOfAWord)
    var rare: [KeywordPostings] = []
    var isAnyFound = false
    for word in words where !common.contains(word) {
      let isPrefix = KeywordText.isSingleUnspaced(word)
      if let found = try memory.postings(of: pattern(word), in: table, most: isPrefix ? .max : most, db) {
        rare.append(found)
        if isPrefix || !found.places.isEmpty { isAnyFound = true }
      } else {
        common.insert(word)
      }
    }
    if isAnyFound { return rare }
    return try words.compactMap { try memory.postings(of: pattern($0), in: table, most: .max, db) }
  }

  /// A word in quotes, as FTS5 takes it; a character of a script without spaces is the beginning of a pair.
  ///
  /// Words come from a tokenizer and hold no quotes.
  private func pattern(_ word: String) -> String {
    "\"\(word)\"" + (KeywordText.isSingleUnspaced(word) ? " *" : "")
  }

  /// A phrase in quotes, as FTS5 takes it; `nil` for one without a word.
  ///
  /// In the exact index, a run of a script without spaces is pairs of its characters and then its last character. The
  /// run at the end of a phrase may go on in the text: there its last character begins a pair or stands alone.
  static func pattern(ofPhrase phrase: String, in db: Database) throws -> String? {
    let tokenizer = try db.makeTokenizer(FTS5TokenizerDescriptor(components: IndexSchema.exactTokenizer))
    let words = try tokenizer.tokenize(document: KeywordText.indexed(phrase)).map(\.token)
    guard let last = words.last else { return nil }
    return "\"\(words.joined(separator: " "))\"" + (KeywordText.isSingleUnspaced(last) ? " *" : "")
  }
}
