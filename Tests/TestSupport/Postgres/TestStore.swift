import Embedding
import Foundation
import Postgres
import PostgresIndex
import VectorStore

/// What the indexes of tests are stored in: SQLite, or PostgreSQL if `RAG_TEST_STORE=postgres` is set. The same tests
/// run on both.
package enum TestStore {
  /// Whether each index is a file, which some tests change or look into.
  package static var isFile: Bool { !isPostgres }

  private static let isPostgres = ProcessInfo.processInfo.environment["RAG_TEST_STORE"] == "postgres"

  /// A database with the tables of an index, which others are copies of.
  private static let template = Task {
    let server = try await PostgresServer.shared()
    let name = try await server.makeDatabase()
    let index = try await SearchIndex.open(at: server.address(of: name))
    try await index.close()
    return name
  }

  /// Makes an empty index: in a folder, or in a database of its own.
  package static func makeIndex(in folder: TemporaryFolder, encoder: any TextEncoder) async throws -> SearchIndex {
    guard isPostgres else { return try SearchIndex(at: folder.path + "/index.sqlite", encoder: encoder) }
    let server = try await PostgresServer.shared()
    let name = "copy_" + UUID().uuidString.lowercased().replacing("-", with: "")
    try await server.sql(
      "CREATE DATABASE \(name) OWNER \(PostgresServer.user) TEMPLATE \(try await template.value)", in: "postgres")
    return try await SearchIndex.open(at: server.address(of: name), encoder: encoder, isExact: true)
  }

  /// Opens an index once more, as another process would.
  package static func another(_ index: SearchIndex, access: SearchIndex.Access = .readWrite) async throws -> SearchIndex
  {
    guard isPostgres else { return try SearchIndex(at: index.path, encoder: index.encoder, access: access) }
    return try await SearchIndex.open(
      at: PostgresAddress(index.path), encoder: index.encoder, access: access, isExact: true)
  }

  /// Opens an index for reading as if it had only the documents that pass a filter.
  package static func part(_ scope: SearchFilter, of index: SearchIndex) async throws -> SearchIndex {
    guard isPostgres else { return try await SearchIndex.open(at: index.path, encoder: index.encoder, scope: scope) }
    return SearchIndex(
      in: try await PostgresStore.open(
        at: PostgresAddress(index.path), encoder: index.encoder, access: .readOnly, isExact: true, scope: scope))
  }

  /// Returns an index as a process sees it that keeps it up to date.
  package static func watched(_ index: SearchIndex) throws -> any WatchedIndex {
    isPostgres ? WatchedDatabase(try PostgresAddress(index.path)) : WatchedFile(index.path)
  }
}
