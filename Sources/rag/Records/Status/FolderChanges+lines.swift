import Foundation
import Indexer
import LanguageModels
import VectorStore

extension FolderChanges {
  /// Why the index keeps the notes of a folder that is out of reach; `nil` if it is there.
  var absence: String? {
    guard isOutOfReach else { return nil }
    if failures.contains(where: { $0.path == "." }) { return "cannot be read" }
    return FileManager.default.fileExists(atPath: folder) ? "has no files" : "is missing"
  }

  /// `2 changed, 3 new, 1 deleted, 4 could not be read`; `nil` if the index is up to date, and everything was read.
  ///
  /// - Parameter unread: What could not be read of the folder when it was indexed.
  func summary(_ unread: [UnreadFile]) -> String? {
    let failed = Set(failures.map(\.path)).union(unread.filter { !$0.isPartlyRead }.map(\.path))
    let counts = [
      (changed, "changed"), (unindexed - self.failed.count, "new"), (missing, "deleted"), (ignored, "ignored"),
      (failed.count, "could not be read"),
    ]
    let parts = counts.filter { $0.0 > 0 }
    return parts.isEmpty ? nil : parts.map { "\(Numbers.count($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// The most extensions that are named of files that are not notes.
  private static let othersShown = 10

  /// The most frequent extensions of files that are not notes: `jpg 12, doc 1, without extension 3`.
  static func description(of others: [String: Int]) -> String {
    let sorted = others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let named = sorted.prefix(othersShown).map { format, count in
      "\(format.isEmpty ? "without extension" : format.visibleLine) \(Numbers.count(count))"
    }
    let rest = sorted.dropFirst(othersShown).reduce(0) { $0 + $1.value }
    return (named + (rest == 0 ? [] : ["others \(Numbers.count(rest))"])).joined(separator: ", ")
  }
}
