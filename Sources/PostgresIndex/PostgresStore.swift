package import Embedding
import Foundation
package import Postgres
import Synchronization
package import VectorStore

/// Documents, chunks and vectors in a PostgreSQL database with pgvector, which many machines may share.
///
///     let address = try PostgresAddress("postgres://notes.example/notes")
///     let store = try await PostgresStore.open(at: address, encoder: encoder)
///     let index = SearchIndex(in: store)
///
/// Search by meaning is exact in a small index and among few documents; from `VectorIndex.leastChunks` chunks on it
/// uses an HNSW index, unless `exact` was chosen. Search by words is that of a SQLite index, with the same scores.
package final class PostgresStore: IndexStore {
  package let path: String
  package let encoder: (any TextEncoder)?
  package let scope: SearchFilter?

  let address: PostgresAddress
  let access: SearchIndex.Access
  /// Whether vectors are always compared exactly.
  let isExact: Bool
  /// The number of chunks from which vectors are searched through an index.
  let indexedFrom: Int
  private let pools: Mutex<[PostgresPool]>
  let tokenizer: KeywordTokenizer
  /// The words that searches keep in memory.
  let words = WordMemory()
  /// The paths of documents that searches keep in memory.
  let paths = DocumentPaths()
  /// What the scope lets searches see.
  let scoped = KeptOfRevision<ScopedTables>()
  /// The fitted scale of the encoder's cosines, and the revision that it was fitted on.
  let scale = KeptOfRevision<CosineScale>()
  /// How many chunks the role sees, up to `VectorIndex.mostCompared` and one more.
  let visibleChunks = KeptOfRevision<Int>()
  let writing: WritingConnection
  /// The index of the vectors, if the last search used one.
  let indexed = Mutex<SeenIndex?>(nil)

  /// Opens the index in a database, or creates it there.
  ///
  /// - Parameters:
  ///   - address: The database.
  ///   - encoder: The encoder of the index's vectors; without one, search is by words alone.
  ///   - access: Whether the index may be changed. For reading, any of the address's servers will do; otherwise
  ///     everything, reading too, is done by the primary.
  ///   - isExact: Whether vectors are compared exactly, however many there are.
  ///   - indexedFrom: The number of chunks from which they are not.
  ///   - scope: The documents that an index for reading has, besides what the role may see; `nil` for all.
  /// - Throws: `SearchIndexError` if there is no index, or it is of a newer version or another encoder;
  ///   `PostgresError` if the database cannot be opened.
  package static func open(
    at address: PostgresAddress, encoder: (any TextEncoder)? = nil, access: SearchIndex.Access = .readWrite,
    isExact: Bool = false, indexedFrom: Int = VectorIndex.leastChunks, scope: SearchFilter? = nil
  ) async throws -> PostgresStore {
    guard scope == nil || access == .readOnly else { throw SearchIndexError.readOnly(address.description) }
    let store = try PostgresStore(
      address, encoder: encoder, access: access, isExact: isExact, indexedFrom: indexedFrom, scope: scope)
    do {
      try await store.prepare()
      return store
    } catch {
      try? await store.close()
      throw error
    }
  }

  private init(
    _ address: PostgresAddress, encoder: (any TextEncoder)?, access: SearchIndex.Access, isExact: Bool,
    indexedFrom: Int, scope: SearchFilter?
  ) throws {
    self.address = address
    path = address.description
    self.encoder = encoder
    self.access = access
    (self.isExact, self.indexedFrom, self.scope) = (isExact, indexedFrom, scope)
    pools = Mutex([Self.pool(access == .readOnly ? address : address.forWriting)])
    tokenizer = try KeywordTokenizer()
    writing = WritingConnection(address)
  }

  /// The most connections for searches at once; further ones wait.
  private static let mostConnections = 8
  /// How long a connection is waited for: a server may be full, or starting.
  static let patience = Duration.seconds(30)

  private static func pool(_ address: PostgresAddress) -> PostgresPool {
    PostgresPool(address, size: mostConnections, patience: patience)
  }

  /// The connections for what begins now. Before the last are those whose transactions may still run.
  var pool: PostgresPool { pools.withLock { $0[$0.count - 1] } }

  /// Opens the index for writing. From then on this store reads from the primary too, so that it finds what the other
  /// writes: a standby may be behind.
  package func reopened(encoder: any TextEncoder) async throws -> any IndexStore {
    let other = try await PostgresStore.open(
      at: address, encoder: encoder, isExact: isExact, indexedFrom: indexedFrom)
    if access == .readOnly {
      pools.withLock { if $0.count == 1 { $0.append(Self.pool(address.forWriting)) } }
    }
    return other
  }

  package func close() async throws {
    await writing.close()
    for pool in pools.withLock(\.self) { await pool.close() }
  }

  /// Runs `body` and turns the database's errors into those of an index, where it has one.
  func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as PostgresError {
      switch error.kind {
      case .diskFull: throw SearchIndexError.noSpace(path)
      case .permissionDenied:
        throw SearchIndexError.forbidden(path: path, reason: "\(error.message): docs/postgres.md has the GRANTs")
      default: throw error
      }
    }
  }

  // MARK: Opening

  /// Creates or migrates the tables, and checks that the index is of the encoder.
  private func prepare() async throws {
    let version = try await storedVersion()
    switch (version, access) {
    case (nil, .readOnly): throw SearchIndexError.missing(path)
    case (let version?, _) where version > IndexTables.version:
      throw SearchIndexError.otherVersion(path)
    case (IndexTables.version, .readOnly): break
    case (IndexTables.version, .readWrite):
      try await pool.withConnection { [path] in try await TablePartitions.check(in: $0, of: path) }
    case (_, .readOnly):
      throw SearchIndexError.failed(
        path: path, reason: "it is from an older version of rag: the owner of its tables migrates it by indexing once")
    case (_, .readWrite): try await migrate()
    }
    guard let space = encoder?.space, let stored = try await storedSpace(), !stored.isSame(as: space),
      try await !isVacant()
    else { return }
    throw SearchIndexError.differentSpace(stored: stored, requested: space)
  }

  /// Whether there is nothing that was made for an encoder: chunks in the queue are as long as theirs can read.
  private func isVacant() async throws -> Bool {
    try await unscopedRows("SELECT NOT EXISTS (SELECT FROM rag.chunks) AND NOT EXISTS (SELECT FROM rag.jobs)").first?
      .read(0) ?? true
  }

  /// The number of the last migration; `nil` if there is no index.
  private func storedVersion() async throws -> Int? {
    let schema = try await unscopedRows(
      "SELECT has_schema_privilege(oid, 'USAGE'), current_user::text FROM pg_namespace WHERE nspname = 'rag'"
    ).first
    guard let schema else { return nil }
    guard try schema.read(0) else {
      let role = Self.quoted(try schema.read(1))
      throw SearchIndexError.forbidden(
        path: path, reason: "\(role) may not use the schema rag: GRANT USAGE ON SCHEMA rag TO \(role)")
    }
    let exists: Bool = try await unscopedRows("SELECT to_regclass('rag.meta') IS NOT NULL").first?.read(0) ?? false
    guard exists else { return nil }
    let text: String? = try await unscopedRows("SELECT value FROM rag.meta WHERE key = 'version'").first?.read(0)
    return text.flatMap { Int($0) }
  }

  /// Throws if the role may not change tables.
  private static func checkOwner(in connection: PostgresConnection, of path: String) async throws {
    let owner = try await connection.query(
      """
      SELECT pg_get_userbyid(relowner)::text FROM pg_class
      WHERE oid = 'rag.meta'::regclass AND NOT pg_has_role(relowner, 'USAGE')
      """
    ).first
    guard let owner else { return }
    throw SearchIndexError.forbidden(
      path: path,
      reason:
        "it is from an older version of rag: \(quoted(try owner.read(0))), who owns its tables, migrates it by indexing once"
    )
  }

  /// Applies the missing migrations, one process after the other.
  private func migrate() async throws {
    try await reporting {
      try await pool.withConnection { [path] connection in
        try await Self.addVectors(to: connection)
        try await connection.transaction { connection in
          let lock: SQLText = "SELECT pg_advisory_xact_lock(\(.int(IndexTables.Lock.migrating.key)))"
          _ = try await connection.query(lock.statement)
          // Whoever held the lock may have done it.
          let exists: Bool =
            try await connection.query("SELECT to_regclass('rag.meta') IS NOT NULL").first?.read(0) ?? false
          var version = 0
          if exists {
            let text: String? = try await connection.query("SELECT value FROM rag.meta WHERE key = 'version'").first?
              .read(0)
            version = text.flatMap { Int($0) } ?? 0
          } else {
            _ = try await connection.query("CREATE SCHEMA IF NOT EXISTS rag")
          }
          guard version < IndexTables.version else { return }
          if exists { try await Self.checkOwner(in: connection, of: path) }
          let partitions = try await TablePartitions(askedIn: connection, of: path)
          for migration in IndexTables.migrations(partitions)[version...] {
            for statement in migration { _ = try await connection.query(statement) }
          }
          if version == 1 { try await SectionDaysMigration.fill(connection) }
          let note: SQLText = """
            INSERT INTO rag.meta VALUES ('version', \(.text("\(IndexTables.version)")))
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """
          _ = try await connection.query(note.statement)
        }
      }
    }
  }

  /// Adds pgvector to the database, if the role may and nobody has.
  private static func addVectors(to connection: PostgresConnection) async throws {
    do {
      _ = try await connection.query("CREATE EXTENSION IF NOT EXISTS vector")
    } catch let error as PostgresError where error.kind != .connectionLost {
      // The role may not, the server lacks it, or another process was quicker: the next line says which.
    }
    try await connection.requireExtension("vector", atLeast: oldestVectors)
  }

  /// The oldest pgvector that goes on searching if a filter leaves too few (`hnsw.iterative_scan`).
  private static let oldestVectors = "0.8.0"

  /// The space of the vectors; `nil` if there are none yet.
  func storedSpace() async throws -> EmbeddingSpace? {
    try await reporting { try await pool.withConnection { try await Self.storedSpace(in: $0) } }
  }

  /// - Parameter strength: How the row is locked (`SHARE`, `UPDATE`); `nil` for not at all.
  static func storedSpace(
    in connection: PostgresConnection, lockedFor strength: String? = nil
  ) async throws -> EmbeddingSpace? {
    guard let strength else { return try space(in: try await connection.query(storedSpace)) }
    return try space(in: try await connection.query(PostgresStatement("\(storedSpace.text) FOR \(strength)")))
  }

  static func storedSpace(in connection: ReadingConnection) async throws -> EmbeddingSpace? {
    try space(in: try await connection.query(storedSpace))
  }

  /// A statement for the space of the vectors.
  static let storedSpace: PostgresStatement = "SELECT value FROM rag.meta WHERE key = 'space'"

  /// Reads the space from what `storedSpace` brought; `nil` if there are no vectors yet.
  static func space(in result: PostgresResult) throws -> EmbeddingSpace? {
    let json: String? = try result.first?.read(0)
    return try json.map { try JSONDecoder().decode(EmbeddingSpace.self, from: Data($0.utf8)) }
  }

  /// Throws if the vectors do not fit the index: another process may have rebuilt it with another encoder.
  func check(_ vectors: [UnitVector], in space: EmbeddingSpace) throws {
    if let requested = encoder?.space, !space.isSame(as: requested) {
      throw SearchIndexError.differentSpace(stored: space, requested: requested)
    }
    for vector in vectors where vector.dimensions != space.dimensions {
      throw SearchIndexError.wrongDimensions(expected: space.dimensions, found: vector.dimensions)
    }
  }
}
