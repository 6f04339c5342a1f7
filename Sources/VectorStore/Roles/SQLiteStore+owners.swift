extension SQLiteStore {
  package func role() async throws -> StoreRole? { nil }

  package func owners() async throws -> [String: String] { [:] }

  package func give(_ folder: String, to owner: FolderOwner) async throws { try await checkOwner(owner) }

  package func checkOwner(_ owner: FolderOwner) async throws {
    throw SearchIndexError.failed(
      path: path, reason: "folders of an index in a file have no owner; in PostgreSQL they do")
  }
}
