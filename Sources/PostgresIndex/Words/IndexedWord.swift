/// A word as `rag.postings` has it.
struct IndexedWord: Hashable, Sendable {
  var stem: String
  var word: String
}
