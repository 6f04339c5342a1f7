/// A word and the chunks of one segment that have it.
struct HeldWord: Sendable {
  /// As `rag.postings` has them.
  let stem: String
  let word: String
  let segment: Int64
  /// How many chunks of the segment have the word, those of documents that are gone included.
  let chunks: Int
  /// How many have a word of the same stem.
  let stemChunks: Int
  /// The chunks, as `Holders` writes them; `nil` if they were not read.
  var holders: ArraySlice<UInt8>?
}
