extension SearchIndex {
  /// Returns the notes that a person may mean: by path, else by the name of the file or the end of the path, else by
  /// title, else by alias. Case is ignored, and an extension may be left out.
  ///
  /// - Parameter name: A name as typed; a path may be absolute, in its folder, or begin with the folder's short name.
  package nonisolated func notes(called name: String) async throws -> [Document] {
    let typed = NoteName.trimmed(name)
    guard !typed.isEmpty, !typed.contains("\0") else { return [] }
    let names = try await documentNames()
    let labels = FolderLabels(folders: try await folders())
    let wanted = NoteName.lowercased(typed)
    func fits(_ path: String) -> Bool {
      let path = NoteName.lowercased(path)
      return path == wanted
        || path.hasPrefix(wanted + ".") && !path.dropFirst(wanted.count + 1).contains { "./".contains($0) }
    }
    let byPath = names.filter { name in
      fits(name.path) || fits("\(name.folder)/\(name.path)")
        || labels.label(of: name.folder).map { fits("\($0)/\(name.path)") } ?? false
    }
    if !byPath.isEmpty { return try await documents(byPath) }
    let byEnd = names.filter { name in
      name.path.indices.contains { name.path[$0] == "/" && fits(String(name.path[name.path.index(after: $0)...])) }
    }
    if !byEnd.isEmpty { return try await documents(byEnd) }
    let called = try await documents(called: [NoteName.folded(typed)])
    let titled = called.filter { !$0.isAlias }
    return try await documents(
      (titled.isEmpty ? called : titled).map { DocumentName(folder: $0.folder, path: $0.path, title: "") })
  }

  private nonisolated func documents(_ names: [DocumentName]) async throws -> [Document] {
    let paths = Set(names.map { "\($0.folder)/\($0.path)" })
    guard !paths.isEmpty else { return [] }
    return try await documents(where: SearchFilter(paths: paths.sorted()), limit: paths.count).documents
      .sorted { ($0.path, $0.folder) < ($1.path, $1.folder) }
  }
}
