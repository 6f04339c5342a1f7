/// Who sees the folders of a copy.
///
/// A copy shows a folder to no one who does not see it in the source: an owner in the source is also the owner in the
/// target. A folder without one keeps the owner that it has in the target. An owner that is named has all of them.
struct CopiedOwners {
  /// The owners to give, by folder.
  let given: [String: FolderOwner]
  /// The roles that the target cannot keep, having none, by folder.
  let lost: [String: String]

  /// - Parameter owner: Who shall see all of the copied folders; `nil` for whoever sees them in the source.
  /// - Throws: `IndexCopyError.owner` if a folder cannot be given to its owner; `SearchIndexError.failed` if an owner
  ///   is named, and the target has no roles.
  init(of source: SearchIndex, in target: SearchIndex, as owner: FolderOwner?) async throws {
    let folders = try await source.folders()
    let owners = try await source.owners()
    guard try await target.role() != nil || owner != nil else {
      (given, lost) = ([:], owners)
      return
    }
    given = Dictionary(
      uniqueKeysWithValues: folders.compactMap { folder in
        (owner ?? owners[folder].map(FolderOwner.role)).map { (folder, $0) }
      })
    lost = [:]
    for owner in Set(given.values) {
      do {
        try await target.checkOwner(owner)
      } catch SearchIndexError.forbidden(let path, let reason) {
        let its = given.filter { $0.value == owner }.keys.sorted()
        throw IndexCopyError.owner(owner.role ?? "", of: its, reason: reason, path: path)
      }
    }
  }
}
