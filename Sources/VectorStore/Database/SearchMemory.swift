import Foundation
import GRDB
import Synchronization

/// The state that searches of one index keep in memory.
struct SearchMemory {
  /// Whether vectors have been searched. From the second search on, their codes are kept.
  var hasSearched = false
  /// The codes of the vectors as of the last search.
  var codes: VectorCodes?
  /// The cached postings of query words.
  var words = KeywordMemory()
}
