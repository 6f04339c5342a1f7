import Foundation
import VectorStore

extension FolderUpdate {
  /// Tells of folders of the index that are gone and most of whose notes are now in this one.
  mutating func noteFormerNames() async throws {
    guard report.changed > 0 else { return }
    let here = Set(try await index.documents(in: folder.path).map(\.digest))
    for other in try await index.folders() where other != folder.path && isGone(other) {
      let former = try await index.documents(in: other)
      let found = former.count { here.contains($0.digest) }
      guard found * 2 > former.count else { continue }
      report.warnings.append(
        "\(other) is gone, and \(found) of its \(former.count) notes are in \(folder.path). If it was renamed, run: "
          + "rag forget \(other)")
    }
  }

  /// Whether there is nothing at a path, for certain.
  private func isGone(_ path: String) -> Bool {
    access(path, F_OK) != 0 && errno == ENOENT
  }
}
