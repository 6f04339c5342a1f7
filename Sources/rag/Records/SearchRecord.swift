import LanguageModels
import Retriever

/// The output of `rag search --json`.
struct SearchRecord: Encodable {
  var query: String
  /// Whether every folder of the index is fully indexed.
  var complete: Bool
  /// Why there are no passages: `operators`, `words` or `topic`.
  var absence: SearchResult.Absence?
  var passages: [PassageRecord]
}
