import Embedding
import Files
import Foundation
import Indexer
import PostgresIndex
import VectorStore

extension Examination {
  /// What can be mended without a question: it loses nothing.
  enum Repair: Hashable {
    /// The index is brought up to date.
    case update
  }

  /// The files that were closed to others before the process was locked in: then it may change no file's mode.
  static let closedFiles = Prepared<[String]>()

  /// Returns the files of an index that others may read.
  static func openFiles(ofIndexAt path: String) -> [String] {
    ["", "-wal", "-shm"].map { path + $0 }.filter { file in
      var found = stat()
      return stat(file, &found) == 0 && found.st_mode & 0o077 != 0
    }
  }

  /// Mends what is safe to mend; passes a line about each to `tell`.
  func repair(_ options: IndexOptions, _ remote: RemoteOptions, _ tell: (String) -> Void) async throws {
    for file in Self.closedFiles.take() ?? [] { tell("repaired: only you can read \(file)") }
    var done: Set<Repair> = []
    for repair in findings.compactMap(\.repair) where done.insert(repair).inserted {
      switch repair {
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
