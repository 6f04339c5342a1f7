/// Short names for an index's folders: the shortest path suffixes that distinguish them.
package struct FolderLabels: Sendable {
  private let labels: [String: String]

  package init(folders: [String]) {
    guard folders.count > 1 else {
      labels = [:]
      return
    }
    var labels: [String: String] = [:]
    for folder in folders {
      let parts = folder.split(separator: "/")
      let others = folders.filter { $0 != folder }.map { $0.split(separator: "/") }
      let depth = (1...max(1, parts.count)).first { depth in
        others.allSatisfy { Array($0.suffix(depth)) != Array(parts.suffix(depth)) }
      }
      labels[folder] = parts.suffix(depth ?? parts.count).joined(separator: "/")
    }
    self.labels = labels
  }

  /// Returns the folder's short name; `nil` if the index has only one folder and needs none.
  package func label(of folder: String) -> String? { labels[folder] }
}
