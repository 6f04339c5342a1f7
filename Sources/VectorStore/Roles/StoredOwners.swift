/// Whose the folders of a store are. A file has no roles: its system says who may read it.
package protocol StoredOwners: Sendable {
  /// Returns the role as which the store is asked; `nil` if it has none.
  func role() async throws -> StoreRole?
  /// Returns the roles that own folders, by folder. The others are everybody's.
  func owners() async throws -> [String: String]
  /// Throws as `give` does if folders can never be given to an owner.
  func checkOwner(_ owner: FolderOwner) async throws
  /// Gives a folder to a role and its members, or to everybody, adding it to the index before any of its documents.
  ///
  /// Throws `SearchIndexError.forbidden` if there is no such role, if the store's own role is not a member of it, or if
  /// the folder belongs to others; `SearchIndexError.failed` if the store has no roles.
  func give(_ folder: String, to owner: FolderOwner) async throws
}
