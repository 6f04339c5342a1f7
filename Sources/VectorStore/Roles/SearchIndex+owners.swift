extension SearchIndex {
  /// Returns the role as which a database is asked; `nil` for a file.
  package func role() async throws -> StoreRole? { try await storage.role() }

  /// Returns the roles that own folders, by folder. The others are everybody's.
  package func owners() async throws -> [String: String] { try await storage.owners() }

  /// Throws as `give` does if folders can never be given to an owner.
  package func checkOwner(_ owner: FolderOwner) async throws { try await storage.checkOwner(owner) }

  /// Gives a folder to a role and its members, or to everybody, adding it to the index.
  package func give(_ folder: String, to owner: FolderOwner) async throws {
    try await storage.give(folder, to: owner)
  }
}
