import Embedding
import Foundation
import GRDB
import TestSupport
import Testing
import VectorStore

@Suite(.enabled(if: TestStore.isFile)) struct IndexMigrationTests {
  /// An index as version 1 wrote it: this text never changes.
  private static let version1 = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    PRAGMA application_id = 0x52414749;
    CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    INSERT INTO meta VALUES ('generation', 1), ('epoch', 77),
      ('space', '{"dimensions":2,"fingerprint":"0123456789abcdef","name":"test"}');
    CREATE TABLE folders (
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, indexed_at INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO folders VALUES (1, '/notes', 5);
    CREATE TABLE documents (
      id INTEGER PRIMARY KEY, folder INTEGER NOT NULL REFERENCES folders, path TEXT NOT NULL, title TEXT NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, digest TEXT NOT NULL, UNIQUE (folder, path)
    );
    INSERT INTO documents VALUES (1, 1, 'keys.md', 'Keys', 10, 20, 'abc');
    CREATE TABLE chunks (
      id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL REFERENCES documents, ordinal INTEGER NOT NULL,
      first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, first_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL,
      heading_path TEXT NOT NULL, text NOT NULL, digest TEXT NOT NULL, slot INTEGER NOT NULL UNIQUE,
      UNIQUE (document, ordinal)
    );
    CREATE INDEX chunks_by_digest ON chunks (digest);
    INSERT INTO chunks VALUES (1, 1, 0, 1, 3, 0, 20, '["Keys"]', 'how to rotate them', 'd0', 0);
    CREATE TABLE vector_blocks (id INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
    INSERT INTO vector_blocks VALUES (0, zeroblob(2048));
    CREATE TABLE block_changes (block INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
    INSERT INTO block_changes VALUES (0, 1);
    CREATE TABLE free_slots (slot INTEGER PRIMARY KEY);
    WITH RECURSIVE slots(slot) AS (VALUES (1) UNION ALL SELECT slot + 1 FROM slots WHERE slot < 255)
      INSERT INTO free_slots SELECT slot FROM slots;
    CREATE VIRTUAL TABLE chunks_exact USING fts5(
      heading, body, tokenize = "'unicode61' 'remove_diacritics' '2' 'categories' 'L* N* Co Mn Mc'");
    CREATE VIRTUAL TABLE chunks_stemmed USING fts5(
      heading, body, tokenize = "'porter' 'unicode61' 'remove_diacritics' '2' 'categories' 'L* N* Co Mn Mc'");
    INSERT INTO chunks_exact (rowid, heading, body) VALUES (1, 'Keys', 'how to rotate them');
    INSERT INTO chunks_stemmed (rowid, heading, body) VALUES (1, 'Keys', 'how to rotate them');
    CREATE VIRTUAL TABLE stemmed_terms USING fts5vocab('chunks_stemmed', 'row');
    """

  @Test(arguments: [SearchIndex.Access.readOnly, .readWrite])
  func anIndexOfVersion1OpensAndAnswers(access: SearchIndex.Access) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index.sqlite"
    let vector = try #require(UnitVector(normalizing: [0.6, 0.8]))
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: Self.version1)
      let bytes = vector.elements.withUnsafeBytes { Data($0) } + Data(count: 2040)
      try db.execute(sql: "UPDATE vector_blocks SET vectors = ?", arguments: [bytes])
    }
    let index = try SearchIndex(at: path, encoder: FixedSpaceEncoder(dimensions: 2), access: access)
    #expect(try await index.check() == [])
    let near = try await index.nearest(to: vector, limit: 5)
    #expect(near.map(\.cosine) == [vector.cosine(to: vector)])
    try await index.close()
    let file = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(file[20] == 8, "its pages have checksums now")
    let again = try SearchIndex(at: path, encoder: FixedSpaceEncoder(dimensions: 2), access: access)
    let worded = try await again.keywordMatches("rotating keys", limit: 5)
    #expect(worded.map(\.chunk) == near.map(\.chunk))
    let chunk = try #require(try await again.chunks(withIDs: near.map(\.chunk)).first)
    #expect(
      chunk.document
        == Document(folder: "/notes", path: "keys.md", title: "Keys", size: 10, modified: 20, digest: "abc", tags: nil))
    #expect(chunk.chunk == Chunk(text: "how to rotate them", headingPath: ["Keys"], lines: 1...3, bytes: 0..<20))
    if access == .readWrite {
      try await again.apply([.replace(.test("b.md"), [.test("fresh", vector: vector)])])
      #expect(try await again.nearest(to: vector, limit: 5).count == 2)
      #expect(try await again.check() == [])
    }
  }

  /// One of them brings it to today's tables; the others see that it has been done.
  @Test(arguments: [true, false])
  func manyMayOpenAnOldOrANewIndexAtOnce(isOld: Bool) async throws {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/index.sqlite"
      if isOld { try await DatabaseQueue(path: path).write { try $0.execute(sql: Self.version1) } }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let index = try SearchIndex(at: path)
            #expect(try await index.status().chunks == (isOld ? 1 : 0))
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
