import LanguageModels
import Retriever

/// What `rag search --json` prints.
struct SearchRecord: Encodable {
  var query: String
  /// Whether every folder of the index was indexed to its end.
  var complete: Bool
  /// Why there are no passages: `operators`, `words` or `topic`.
  var absence: SearchResult.Absence?
  var passages: [PassageRecord]
}
