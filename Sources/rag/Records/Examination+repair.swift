import Embedding
import Files
import Foundation
import Indexer
import PostgresIndex
import VectorStore

extension Examination {
  /// What can be mended without a question: it loses nothing.
  enum Repair: Hashable {
    /// Files that only their owner should read.
    case access([String])
    /// The index is brought up to date.
    case update
  }

  /// Mends what is safe to mend; passes a line about each to `tell`.
  func repair(_ options: IndexOptions, _ remote: RemoteOptions, _ tell: (String) -> Void) async throws {
    var done: Set<Repair> = []
    for repair in findings.compactMap(\.repair) where done.insert(repair).inserted {
      switch repair {
      case .access(let files):
        for file in files where chmod(file, S_IRUSR | S_IWUSR) == 0 { tell("repaired: only you can read \(file)") }
      case .update:
        let encoder = try await options.encoderChoice().load(remote)
        let index = try await options.location.open(encoder: encoder)
        let reports = try await index.update()
        try await index.close()
        let output = IndexOutput(index: options.path, reports: reports)
        output.complaints.forEach(tell)
        tell("repaired: " + output.summary)
      }
    }
  }
}
