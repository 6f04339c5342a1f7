import VectorStore

/// What is looked up in the keyword index: a stem, or all words that begin with a character of an unspaced script.
struct WordRequest: Hashable, Sendable {
  /// As `rag.postings` has it.
  let stem: String
  let isPrefix: Bool

  init(stem: String, isPrefix: Bool = false) { (self.stem, self.isPrefix) = (stem, isPrefix) }

  /// A word of a query, with its stem.
  init(ofQueried word: String, stem: String) {
    isPrefix = KeywordText.isSingleUnspaced(word)
    self.stem = isPrefix ? word : WordKey.of(stem)
  }
}
