import Embedding
import Foundation
import Postgres
import PostgresIndex
import TestSupport
import VectorStore

/// A database with an empty index, which belongs to `PostgresServer.user`, and the roles that a test makes. Roles are
/// the whole server's, so each database has names of its own.
struct SharedDatabase {
  let server: PostgresServer
  let name: String
  let encoder: HashingEncoder
  private let prefix = "r" + UUID().uuidString.prefix(8).lowercased() + "_"

  init(encoder: HashingEncoder = HashingEncoder()) async throws {
    server = try await PostgresServer.shared()
    name = try await server.makeDatabase()
    self.encoder = encoder
    let index = try await SearchIndex.open(at: server.address(of: name), encoder: encoder)
    try await index.close()
  }

  /// The name of a role in this database.
  func role(_ name: String) -> String { prefix + name }

  /// Makes roles that may read and write the index.
  func makeRoles(_ names: [String], more: String = "") async throws {
    let list = names.map(role).joined(separator: ", ")
    try await sql(
      names.map { "CREATE ROLE \(role($0)) LOGIN;" }.joined() + """
        GRANT USAGE ON SCHEMA rag TO \(list);
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA rag TO \(list);
        GRANT USAGE ON SEQUENCE rag.ids, rag.workers TO \(list);
        """ + more)
  }

  @discardableResult
  func sql(_ text: String, as role: String = PostgresServer.role) async throws -> String {
    try await server.sql(text, in: name, as: role)
  }

  func address(as role: String = PostgresServer.user) -> PostgresAddress { server.address(of: name, as: role) }

  func index(
    as role: String = PostgresServer.user, access: SearchIndex.Access = .readWrite, indexedFrom: Int = 50_000,
    scope: SearchFilter? = nil
  ) async throws -> SearchIndex {
    SearchIndex(
      in: try await PostgresStore.open(
        at: address(as: role), encoder: encoder, access: access, indexedFrom: indexedFrom, scope: scope))
  }
}

extension SearchIndex {
  /// What searches and lists give, without numbers of rows: with all scores, to the last bit.
  func answers(to queries: [String], vectors: [UnitVector]) async throws -> [String] {
    var lines = try await folders()
    for query in queries {
      for match in try await keywordMatches(query, limit: 100) {
        guard let chunk = try await chunks(withIDs: [match.chunk]).first else {
          lines.append("\(query): a chunk that cannot be read")
          continue
        }
        lines.append("\(query): \(chunk.place) \(match.exact) \(match.stemmed)")
      }
      let phrase = SearchFilter(phrases: [query])
      lines += try await documents(where: phrase, limit: 100).documents.map { "\($0.folder) \($0.path)" }
    }
    let stems = try await stems(of: queries.joined(separator: " "))
    for (stem, count) in try await documentFrequencies(of: stems).sorted(by: { $0.key < $1.key }) {
      lines.append("\(stem) \(count)")
    }
    for found in try await nearest(to: vectors, limit: 1000) {
      let chunks = try await chunks(withIDs: found.map(\.chunk))
      lines.append("\(found.count) of \(chunks.count)")
      for (match, chunk) in zip(found, chunks) { lines.append("\(chunk.place) \(match.cosine)") }
    }
    let entries = try await entries(where: SearchFilter())
    lines += entries.map { "\($0.document) \($0.shape)" }.sorted()
    lines += try await allLinks().map { "\($0)" }
    lines += try await tasks(where: SearchFilter()).map { "\($0)" }
    lines += try await documentNames().map { "\($0)" }.sorted()
    lines.append("\(try await chunkCount()) \(try await isEmpty()) \(try await chunkCounts().values.sorted())")
    return lines
  }
}

extension StoredChunk {
  fileprivate var place: String { "\(document.folder)/\(document.path):\(ordinal)" }
}
