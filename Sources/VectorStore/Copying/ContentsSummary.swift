import Embedding
import Foundation

/// The counts and the digest of all that an index has, apart from kept vectors, the numbers of its rows and their
/// order.
package struct ContentsSummary: Sendable, Hashable {
  package var folders: Int
  package var documents: Int
  package var chunks: Int
  /// SHA-256 in hexadecimal. It covers folders with their settings and dates, the encoder, and of each document all
  /// fields, chunks and the bits of their vectors.
  package var digest: String

  /// - Parameters:
  ///   - status: The folders and the space are read from it.
  ///   - digests: Those of the documents, in any order.
  ///   - chunks: The number of their chunks.
  init(_ status: IndexStatus, digests: [String], chunks: Int) throws {
    var fields = DigestedFields()
    try fields.add(encoding: status.space)
    for folder in status.folders {
      fields.add(folder.path)
      fields.add(Int64(folder.settings.flags.rawValue))
      fields.add(folder.settings.timeZone)
      fields.add(folder.indexedSeconds)
    }
    fields.add(digests.sorted())
    (folders, documents, self.chunks) = (status.folders.count, digests.count, chunks)
    digest = fields.hexadecimal()
  }
}
