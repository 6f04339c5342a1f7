import Foundation
import GRDB
import Synchronization

/// What searches of one index keep in memory.
struct SearchMemory {
  /// Whether vectors were searched before: from the second time on, their codes are kept.
  var hasSearched = false
  /// The codes of the vectors as of the last search.
  var codes: VectorCodes?
  /// What is known of words that were searched for.
  var words = KeywordMemory()
}
