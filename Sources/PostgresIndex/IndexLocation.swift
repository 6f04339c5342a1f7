package import Embedding
import Files
package import Postgres
package import VectorStore

/// Where an index is: in a file, or in a PostgreSQL database.
///
///     let index = try await IndexLocation("postgres://notes.example/notes").open(encoder: encoder)
package enum IndexLocation: Sendable, Hashable {
  case file(String)
  case database(PostgresAddress)

  /// Reads what a person names an index by: an address, or the path of a file.
  ///
  /// - Throws: `PostgresError` if it begins as an address and is none, or is the address of something else.
  package init(_ name: String) throws {
    // An address of something else would be the path of a file, in a folder called `mysql:`.
    let isAddress = Self.isAddress(name) || name.contains(#/^[A-Za-z][A-Za-z0-9+.\-]*:\/\//#)
    self = isAddress ? .database(try PostgresAddress(name)) : .file(name)
  }

  /// Whether a name is meant as the address of a database.
  package static func isAddress(_ name: String) -> Bool { PostgresAddress.isAddress(name) }

  /// The path, or the address without a password.
  package var name: String {
    switch self {
    case .file(let path): path
    case .database(let address): address.description
    }
  }

  /// The path of the file; `nil` if it is in a database.
  package var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The index as a process sees it that keeps it up to date.
  package var watched: any WatchedIndex {
    switch self {
    case .file(let path): WatchedFile(path)
    case .database(let address): WatchedDatabase(address)
    }
  }

  /// Whether there is an index.
  package func exists() async throws -> Bool {
    switch self {
    case .file(let path): FileStatus(of: path) != nil
    case .database: try await whileOpen { _ in true } ?? false
    }
  }

  /// Whether both are the same file, or the same address.
  package func isSame(as other: IndexLocation) -> Bool {
    guard let path, let otherPath = other.path else { return self == other }
    return RealPath.resolve(path) == RealPath.resolve(otherPath)
  }

  /// Opens the index, for writing also if there is none yet.
  ///
  /// - Parameter scope: The documents that an index for reading has; `nil` for all.
  package func open(
    encoder: (any TextEncoder)? = nil, access: SearchIndex.Access = .readWrite, scope: SearchFilter? = nil
  ) async throws -> SearchIndex {
    switch self {
    case .file(let path) where scope != nil || access == .readOnly && encoder != nil:
      return try await SearchIndex.open(at: path, encoder: encoder, scope: scope)
    case .file(let path): return try await SearchIndex.open(at: path, encoder: encoder, access: access)
    case .database(let address):
      let access = scope == nil ? access : .readOnly
      return SearchIndex(
        in: try await PostgresStore.open(at: address, encoder: encoder, access: access, scope: scope))
    }
  }

  /// Returns the space of the index's vectors; `nil` if there is no index, or it has none.
  package func space() async throws -> EmbeddingSpace? {
    switch self {
    case .file(let path): try SearchIndex.space(ofIndexAt: path)
    case .database: try await whileOpen { try await $0.status().space } ?? nil
    }
  }

  /// Returns the folders of the index, sorted; empty if there is no index.
  package func folders() async throws -> [String] {
    switch self {
    case .file(let path): try SearchIndex.folders(ofIndexAt: path)
    case .database: try await whileOpen { try await $0.folders() } ?? []
    }
  }

  /// Whether the index has vectors from another encoder than that of `space`.
  package func isInAnotherSpace(than space: EmbeddingSpace) async throws -> Bool {
    switch self {
    case .file(let path): try SearchIndex.isInAnotherSpace(than: space, indexAt: path)
    case .database:
      try await whileOpen { index in
        guard let stored = try await index.status().space, !stored.isSame(as: space) else { return false }
        return try await !index.isEmpty()
      } ?? false
    }
  }

  /// Reads from the index; returns `nil` if there is none.
  private func whileOpen<Result>(_ body: (SearchIndex) async throws -> Result) async throws -> Result? {
    let index: SearchIndex
    do {
      index = try await open(access: .readOnly)
    } catch SearchIndexError.missing {
      return nil
    }
    do {
      let result = try await body(index)
      try await index.close()
      return result
    } catch {
      try? await index.close()
      throw error
    }
  }
}
