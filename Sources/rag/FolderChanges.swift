import VectorStore

/// What became of a folder's files since they were indexed; files that are new are not looked for.
struct FolderChanges: Encodable {
  var folder: String
  var changed: Int
  var missing: Int

  init(folder: String, _ documents: [Document]) {
    let states = documents.map { $0.isCurrent() }
    self.folder = folder
    changed = states.count { $0 == false }
    missing = states.count { $0 == nil }
  }

  /// `2 changed, 1 gone since`; `nil` where all is as it was.
  var summary: String? {
    let parts = [(changed, "changed"), (missing, "gone")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return nil }
    return parts.map { "\(Numbers.count($0.0)) \($0.1)" }.joined(separator: ", ") + " since"
  }
}
