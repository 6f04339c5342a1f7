import Embedding
import Foundation
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// Tables that are divided among partitions by folder.
@Suite struct TablePartitionTests {
  private static func address(_ partitions: String, of database: String? = nil) async throws -> PostgresAddress {
    let server = try await PostgresServer.shared()
    let name: String
    if let database { name = database } else { name = try await server.makeDatabase() }
    var address = server.address(of: name)
    address.options["options"] = "-c rag.partitions=\(partitions)"
    return address
  }

  private static func query(_ sql: String, in address: PostgresAddress) async throws -> [String] {
    let pool = PostgresPool(address, size: 1)
    let rows = try await pool.query(PostgresStatement(sql)).map { try $0.read(0) as String }
    await pool.close()
    return rows
  }

  /// Returns an index in a database, open for writing, and its address.
  private static func index(
    _ partitions: String, indexedFrom: Int = .max
  ) async throws -> (index: SearchIndex, address: PostgresAddress) {
    let address = try await address(partitions)
    let store = try await PostgresStore.open(at: address, encoder: FullIndex.encoder, indexedFrom: indexedFrom)
    return (SearchIndex(in: store), address)
  }

  /// Tables can be divided by folder only if it is in every key.
  @Test func theFolderIsInEveryKey() async throws {
    let (index, address) = try await Self.index("1")
    let keys = try await Self.query(
      """
      SELECT indrelid::regclass || ': ' || string_agg(attname, ', ' ORDER BY attnum) FROM pg_index
      JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey::int2[])
      WHERE indisunique AND indrelid::regclass::text LIKE 'rag.%' GROUP BY indexrelid, indrelid
      """, in: address)
    let others = keys.filter { !$0.contains("folder,") && !$0.hasSuffix("folder") }
    #expect(keys.count > 15)
    #expect(Set(others.map { $0.prefix { $0 != ":" } }) == ["rag.folders", "rag.meta"], "\(others)")
    try await index.close()
  }

  @Test func anIndexWithPartitionsIsLikeOneWithout() async throws {
    let folder = try TemporaryFolder()
    let file = try SearchIndex(at: folder.path + "/index.sqlite", encoder: FullIndex.encoder)
    let (divided, address) = try await Self.index("3")
    for index in [file, divided] { try await FullIndex.fill(index, documents: 60, seed: 3) }
    #expect(try await FullIndex.everything(of: divided) == FullIndex.everything(of: file))
    let used = try await Self.query(
      "SELECT DISTINCT tableoid::regclass::text FROM rag.chunks ORDER BY 1", in: address)
    #expect(used.count > 1 && used.allSatisfy { $0.hasPrefix("rag_partitions.chunks_") }, "\(used)")
    #expect(try await divided.status().bytes > 500_000, "the partitions' bytes count")
    // Documents of one folder go into the other, with all that is theirs.
    for index in [file, divided] {
      let moving = try await index.documents(in: FullIndex.folders[0])
      try await index.apply(
        moving.map { document in
          var moved = document
          moved.folder = FullIndex.folders[1]
          moved.path = "moved/" + document.path
          return .keepChunks(ofPath: document.path, in: document.folder, as: moved)
        })
      _ = try await index.removeFolder(FullIndex.folders[0])
      try await index.eraseDeleted()
    }
    #expect(try await FullIndex.everything(of: divided) == FullIndex.everything(of: file))
    #expect(try await divided.check() == [])
    #expect(try await divided.orphans() == 0)
    try await divided.close()
    try await file.close()
  }

  @Test func theIndexOfVectorsIsDividedToo() async throws {
    let (index, address) = try await Self.index("3", indexedFrom: 100)
    try await FullIndex.fill(index, documents: 90, seed: 4)
    try await index.eraseDeleted()
    let made = try await Self.query(
      "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = to_regclass('rag.vectors_nearest')",
      in: address)
    #expect(made.count == 3)
    let exact = try await SearchIndex.open(at: address, encoder: FullIndex.encoder, isExact: true)
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<5 {
      let vector = UnitVector.random(FullIndex.encoder.space.dimensions, using: &generator)
      let (found, expected) = try await (index.nearest(to: vector, limit: 5), exact.nearest(to: vector, limit: 5))
      #expect(found.map(\.cosine) == expected.map(\.cosine))
    }
    try await exact.close()
    try await index.close()
  }

  /// Whoever may read all tables of the schema may not read the partitions, where no rule would bind them.
  @Test func partitionsCannotBeReadThemselves() async throws {
    let (index, address) = try await Self.index("2")
    try await FullIndex.fill(index, documents: 9, seed: 5)
    let server = try await PostgresServer.shared()
    let (database, role) = (address.database ?? "", "reader_\(UUID().uuidString.prefix(8).lowercased())")
    try await server.sql(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA rag TO \(role);
      GRANT SELECT ON ALL TABLES IN SCHEMA rag TO \(role)
      """, in: database)
    let own = server.address(of: database, as: role)
    #expect(try await Self.query("SELECT count(*)::text FROM rag.chunks", in: own) != ["0"])
    await #expect(throws: PostgresError.self) {
      _ = try await Self.query("SELECT count(*)::text FROM rag_partitions.chunks_0", in: own)
    }
    try await server.sql("GRANT pg_read_all_data TO \(role)", in: database)
    for partition in 0..<2 {
      let shown = try await Self.query("SELECT count(*)::text FROM rag_partitions.chunks_\(partition)", in: own)
      #expect(shown == ["0"])
    }
    try await index.close()
  }

  @Test func anIndexKeepsItsNumberOfPartitions() async throws {
    let (index, address) = try await Self.index("32")
    try await index.close()
    let other = try await Self.address("4", of: address.database)
    let error = await #expect(throws: SearchIndexError.self) {
      _ = try await SearchIndex.open(at: other, encoder: FullIndex.encoder)
    }
    #expect(error?.localizedDescription.contains("rag.partitions is 4, but the index has 32") == true)
    let unasked = try await PostgresServer.shared().address(of: address.database ?? "")
    for same in [address, unasked] { try await SearchIndex.open(at: same, encoder: FullIndex.encoder).close() }
    try await SearchIndex.open(at: other, access: .readOnly).close()
  }

  @Test(arguments: ["0", "33", "many"]) func aWrongNumberIsRefused(partitions: String) async throws {
    let address = try await Self.address(partitions)
    let error = await #expect(throws: SearchIndexError.self) {
      _ = try await SearchIndex.open(at: address, encoder: FullIndex.encoder)
    }
    #expect(error?.localizedDescription.contains("rag.partitions is \(partitions): expected a number") == true)
  }
}
