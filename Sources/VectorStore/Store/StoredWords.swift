/// A store's words.
package protocol StoredWords: KeywordSearch {
  /// Returns the best chunks of each of the two keyword indexes as `keywordMatches(_:limit:where:)` does, in no order
  /// and with at most `perDocument` chunks of a document in each list, as long as others have the words.
  func keywordMatches(
    _ query: String, limit: Int, perDocument: Int, where filter: SearchFilter
  ) async throws -> [KeywordMatch]
  /// Returns the words of each text as in the stemmed index: in order, with repetitions, and with pairs of characters
  /// for unspaced scripts.
  func stems(of texts: [String]) async throws -> [[String]]
  /// Returns the number of chunks that contain each stem, for computing inverse document frequencies.
  ///
  /// Words in no chunk count 0. A single character of an unspaced script is counted wherever it occurs.
  func documentFrequencies(of stems: [String]) async throws -> [String: Int]
  /// Returns the documents that pass a filter by their ids, and for each word the ids of those that contain it: in any
  /// form, in the text of a chunk or in the title or a heading above it.
  ///
  /// A "word" is what the question has between spaces. If the index sees several in it, as in `HK-01`, they must follow
  /// each other. Words that the index does not know as words, such as `—`, are in no document.
  func holders(
    of words: [String], where filter: SearchFilter
  ) async throws -> (documents: [Int64: Document], holders: [Set<Int64>])
}
