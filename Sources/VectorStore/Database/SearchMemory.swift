import Embedding
import Foundation
import GRDB
import Synchronization

/// The state that searches of one index keep in memory.
struct SearchMemory {
  /// Whether vectors have been searched. From the second search on, their codes are kept.
  var hasSearched = false
  /// The codes of the vectors as of the last search.
  var codes: VectorCodes?
  /// The fitted scale of the encoder's cosines, and the version of the index it was fitted on.
  var scale: (version: (epoch: Int64, generation: Int64), scale: CosineScale)?
  /// The cached postings of query words.
  var words = KeywordMemory()
  /// The places of the documents that were last read.
  var places = PlacesMemory()
  /// The tokenizers, made when they are first needed.
  private var tokenizers: WordTokenizers?

  /// Returns the connection's tokenizers.
  mutating func tokenizers(of db: Database) throws -> WordTokenizers {
    if let tokenizers { return tokenizers }
    let made = try WordTokenizers(db)
    tokenizers = made
    return made
  }
}
