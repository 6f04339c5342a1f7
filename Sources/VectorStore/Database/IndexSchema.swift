import Embedding
import Foundation
import GRDB

/// The tables of an index, and the migrations from older versions.
enum IndexSchema {
  /// The SQLite application id of an index: `RAGI` in ASCII.
  static let applicationID = 0x5241_4749

  /// The number of vectors whose codes share a blob.
  ///
  /// With 384 coordinates, a blob has 100 KiB: small enough that an index of a few notes stays small, large enough that
  /// reading all blobs is sequential.
  static let vectorsPerBlock = 256

  /// The page size of the file in bytes. With SQLite's default of 4,096, reading all vectors takes an eighth longer and
  /// the file is a twelfth larger.
  static let pageSize = 8192

  /// The page cache of a connection in KiB: for a million chunks, it holds the table of slots and the upper levels of
  /// the other tables. With SQLite's default of 2,000, looking up a vector costs three reads of the file; with this,
  /// one.
  static let cacheKilobytes = 32_768

  /// The number of pages in the write-ahead log that triggers a checkpoint: 32 MiB. With SQLite's default of 1,000,
  /// pages that change in each transaction are written so often that storing takes a sixth longer.
  static let pagesOfLog = 4096

  /// The number of segments that a keyword index merges into one; each transaction adds one. With FTS5's default of 4,
  /// storing takes a sixth longer.
  private static let segmentsToMerge = 8

  /// The size of a segment's pages in bytes, so that each fits one page of the file. With FTS5's default of 4,050,
  /// storing and reading words takes a tenth longer.
  private static let segmentPageSize = 8050

  /// Words consist of letters, digits, private-use characters and combining marks.
  ///
  /// Without the marks, a Hindi or Thai word would end at each of its vowel signs.
  static let exactTokenizer = ["unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc"]
  static let stemmedTokenizer = ["porter"] + exactTokenizer

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: tables)
      for (table, tokenizer) in [("chunks_exact", exactTokenizer), ("chunks_stemmed", stemmedTokenizer)] {
        let arguments = tokenizer.map { "'\($0)'" }.joined(separator: " ")
        try db.execute(sql: "CREATE VIRTUAL TABLE \(table) USING fts5(heading, body, tokenize=\"\(arguments)\")")
      }
      try db.execute(sql: "CREATE VIRTUAL TABLE stemmed_terms USING fts5vocab('chunks_stemmed', 'row')")
    }
    migrator.registerMigration("2") { db in
      try db.execute(sql: "CREATE VIRTUAL TABLE exact_terms USING fts5vocab('chunks_exact', 'row')")
    }
    migrator.registerMigration("3") { db in
      try db.execute(
        sql: """
          CREATE TABLE vectors (
            chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
            vector BLOB NOT NULL
          );
          CREATE TABLE code_blocks (id INTEGER PRIMARY KEY, codes BLOB NOT NULL);
          """)
      if let space = try EmbeddingSpace.stored(in: db) { try moveVectors(dimensions: space.dimensions, in: db) }
      try db.execute(sql: "DROP TABLE vector_blocks")
    }
    migrator.registerMigration("4") { db in
      // The index finds a document's slots without reading its texts. Older documents have no tags until they are read
      // again.
      try db.execute(
        sql: """
          CREATE INDEX chunks_by_document ON chunks (document, slot);
          ALTER TABLE documents ADD COLUMN has_tags INTEGER NOT NULL DEFAULT 0;
          CREATE TABLE document_tags (
            tag TEXT NOT NULL,
            document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
            PRIMARY KEY (tag, document)
          ) WITHOUT ROWID;
          CREATE INDEX tags_by_document ON document_tags (document, tag);
          DROP TABLE IF EXISTS exact_terms;
          """)
    }
    migrator.registerMigration("5") { db in
      if let space = try EmbeddingSpace.stored(in: db) { try encodeVectors(dimensions: space.dimensions, in: db) }
    }
    migrator.registerMigration("6") { db in
      // Vectors of a long document's chunks, kept until all of them exist and the document is stored.
      try db.execute(
        sql: """
          CREATE TABLE kept_vectors (
            digest TEXT PRIMARY KEY,
            folder INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
            vector BLOB NOT NULL
          )
          """)
    }
    migrator.registerMigration("7", foreignKeyChecks: .immediate) { db in
      for table in ["chunks_exact", "chunks_stemmed"] {
        try db.execute(
          sql: "INSERT INTO \(table) (\(table), rank) VALUES ('automerge', ?), ('pgsz', ?)",
          arguments: [segmentsToMerge, segmentPageSize])
      }
    }
    migrator.registerMigration("8") { db in
      // From here on, pages have checksums, which `SQLiteStore.migrate` adds beforehand. Text deleted earlier is still
      // in the keyword indexes.
      try SQLiteStore.noteDeletion(in: db)
    }
    // It made a table that nothing reads now. Without its name here, an index that has it would be refused as newer.
    migrator.registerMigration("9") { _ in }
    migrator.registerMigration("10") { db in
      // The places of a file that was converted, as JSON, and what could not be read.
      try db.execute(
        sql: """
          ALTER TABLE documents ADD COLUMN places TEXT;
          ALTER TABLE documents ADD COLUMN problem TEXT;
          """)
    }
    migrator.registerMigration("11") { try $0.execute(sql: ShapeRows.schema) }
    migrator.registerMigration("12") { db in
      // The header of the table that a chunk continues.
      try db.execute(sql: "ALTER TABLE chunks ADD COLUMN table_header TEXT")
    }
    migrator.registerMigration("13") { db in
      try db.execute(sql: "ALTER TABLE folders ADD COLUMN settings INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("14") { try ChunkDays.migrate($0) }
    migrator.registerMigration("15") { db in
      // Finds the calendars among thousands of notes.
      try db.execute(sql: "CREATE INDEX calendars ON documents (id) WHERE path LIKE '%.ics'")
    }
    migrator.registerMigration("16") { db in
      // Contacts have birthdays, and Org files tasks.
      try db.execute(
        sql: """
          DROP INDEX calendars;
          CREATE INDEX recurring ON documents (id) WHERE (path LIKE '%.ics' OR path LIKE '%.vcf');
          UPDATE documents SET has_shape = 0 WHERE path LIKE '%.org';
          """)
    }
    migrator.registerMigration("tags of tasks") { db in
      // Sections of Org have tags; its time stamps and links by ID, and the tasks of Logseq, are read as well.
      try db.execute(
        sql: """
          ALTER TABLE note_tasks ADD COLUMN tags TEXT;
          UPDATE documents SET has_shape = 0 WHERE path LIKE '%.org' OR path LIKE '%.md';
          """)
    }
    migrator.registerMigration("occurrences") { try $0.execute(sql: OccurrenceRows.schema) }
    return migrator
  }

  /// Moves vectors from version 2's shared blobs to a row per chunk.
  private static func moveVectors(dimensions: Int, in db: Database) throws {
    let rowBytes = dimensions * MemoryLayout<Float>.size
    let blocks = try Row.fetchCursor(db, sql: "SELECT id, vectors FROM vector_blocks ORDER BY id")
    while let block = try blocks.next() {
      let (number, vectors): (Int, Data) = (try block.value(0), try block.value(1))
      guard vectors.count == vectorsPerBlock * rowBytes else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "block \(number) of vectors is not whole")
      }
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, slot FROM chunks WHERE slot >= ? AND slot < ? ORDER BY slot",
        arguments: [number * vectorsPerBlock, (number + 1) * vectorsPerBlock])
      for row in rows {
        let slot: Int = try row.value(1)
        var elements = [Float](repeating: 0, count: dimensions)
        elements.withUnsafeMutableBytes {
          _ = vectors.copyBytes(
            to: $0, from: slot % vectorsPerBlock * rowBytes..<(slot % vectorsPerBlock + 1) * rowBytes)
        }
        try elements.withUnsafeBufferPointer { try StoredVectors.insert($0, ofChunk: row.value(0), into: db) }
      }
    }
  }

  /// Recomputes the codes of all vectors.
  private static func encodeVectors(dimensions: Int, in db: Database) throws {
    let layout = CodeLayout(dimensions: dimensions)
    try db.execute(sql: "DELETE FROM code_blocks")
    let slots = try Int.fetchOne(
      db, sql: "SELECT (SELECT count(*) FROM chunks) + (SELECT count(*) FROM free_slots)")
    for block in 0..<(slots ?? 0) / vectorsPerBlock { try CodeBlocks.append(block, layout: layout, to: db) }
    var codes: [(slot: Int, code: VectorCode)] = []
    try StoredVectors.forEach(where: "true ORDER BY slot", dimensions: dimensions, in: db) { _, slot, elements in
      codes.append((slot, VectorCode(elements)))
      guard codes.count == vectorsPerBlock else { return }
      try CodeBlocks.write(codes, layout: layout, to: db)
      codes = []
    }
    try CodeBlocks.write(codes, layout: layout, to: db)
  }

  /// The tables of version 1.
  ///
  /// Version 3 replaced `vector_blocks` with `vectors`, a row per chunk, and `code_blocks`, whose blobs have the layout
  /// of `CodeLayout` since version 5. `block_changes` records when each block last changed. A chunk's slot is the
  /// position of its codes among all.
  private static let tables = """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO meta VALUES ('generation', 0), ('epoch', random());

    CREATE TABLE folders (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      indexed_at INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE documents (
      id INTEGER PRIMARY KEY,
      folder INTEGER NOT NULL REFERENCES folders,
      path TEXT NOT NULL,
      title TEXT NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      digest TEXT NOT NULL,
      UNIQUE (folder, path)
    );
    CREATE TABLE chunks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document INTEGER NOT NULL REFERENCES documents,
      ordinal INTEGER NOT NULL,
      first_line INTEGER NOT NULL,
      last_line INTEGER NOT NULL,
      first_byte INTEGER NOT NULL,
      end_byte INTEGER NOT NULL,
      heading_path TEXT NOT NULL,
      text NOT NULL,
      digest TEXT NOT NULL,
      slot INTEGER NOT NULL UNIQUE,
      UNIQUE (document, ordinal)
    );
    CREATE INDEX chunks_by_digest ON chunks (digest);

    CREATE TABLE vector_blocks (id INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
    CREATE TABLE block_changes (block INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
    CREATE TABLE free_slots (slot INTEGER PRIMARY KEY);
    """
}
