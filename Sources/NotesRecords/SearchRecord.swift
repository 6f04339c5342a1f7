package import Retriever

/// The output of `rag search --json`.
package struct SearchRecord: Encodable {
  package var query: String
  /// Whether every folder of the index is fully indexed.
  package var complete: Bool
  /// Why there are no passages: `operators`, `words` or `topic`.
  package var absence: SearchResult.Absence?
  package var passages: [PassageRecord]

  package init(query: String, complete: Bool, absence: SearchResult.Absence?, passages: [PassageRecord]) {
    (self.query, self.complete, self.absence, self.passages) = (query, complete, absence, passages)
  }
}
