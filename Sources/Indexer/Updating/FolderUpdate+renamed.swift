import Foundation
import VectorStore

extension FolderUpdate {
  /// Warns of indexed folders that are gone and most of whose notes are now in this one.
  mutating func noteFormerNames() async throws {
    guard report.changed > 0 else { return }
    let gone = try await index.folders().filter { $0 != folder.path && isGone($0) }
    guard !gone.isEmpty else { return }
    let here = Set(try await index.documents(in: folder.path).map(\.digest))
    for other in gone {
      let former = try await index.documents(in: other)
      let found = former.count { here.contains($0.digest) }
      guard found * 2 > former.count else { continue }
      report.warnings.append(
        .renamed(from: other, to: folder.path, foundDocuments: found, of: former.count))
    }
  }

  /// Whether a path certainly does not exist.
  private func isGone(_ path: String) -> Bool {
    access(path, F_OK) != 0 && errno == ENOENT
  }
}
