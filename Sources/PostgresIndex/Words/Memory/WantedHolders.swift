/// Of which words of a request a search needs the chunks. How many chunks have a word is always read, so that the
/// long lists of words that are too common to be searched stay in the database.
enum WantedHolders: Sendable {
  case none
  /// Of these words, as `rag.postings` has them.
  case of(Set<String>)
  case all

  var isNone: Bool { if case .none = self { true } else { false } }

  func contains(_ word: String) -> Bool {
    switch self {
    case .none: false
    case .of(let words): words.contains(word)
    case .all: true
    }
  }

  /// Adds a word; `nil` for all.
  mutating func add(_ word: String?) {
    switch (self, word) {
    case (.all, _): break
    case (_, nil): self = .all
    case (.none, let word?): self = .of([word])
    case (.of(let words), let word?): self = .of(words.union([word]))
    }
  }
}
