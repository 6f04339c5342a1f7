import GRDB

/// The tables of an index.
enum IndexSchema {
  /// The SQLite application id of an index: `RAGI` in ASCII.
  static let applicationID = 0x5241_4749

  /// The version of the tables, in SQLite's `user_version`. It increases when they change, or what is in them: an index
  /// of another version is made anew.
  static let version = 1

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

  /// Returns the version of the tables; `nil` if there are none yet.
  static func version(of db: Database) throws -> Int? {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard version == 0 else { return version }
    return try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema LIMIT 1") == nil ? nil : 0
  }

  /// Makes the tables.
  static func create(in db: Database) throws {
    for sql in [tables, ShapeRows.schema, OccurrenceRows.schema] { try db.execute(sql: sql) }
    for (table, tokenizer) in [("chunks_exact", exactTokenizer), ("chunks_stemmed", stemmedTokenizer)] {
      let arguments = tokenizer.map { "'\($0)'" }.joined(separator: " ")
      try db.execute(
        sql: """
          CREATE VIRTUAL TABLE \(table) USING fts5(heading, body, tokenize="\(arguments)");
          INSERT INTO \(table) (\(table), rank)
            VALUES ('automerge', \(segmentsToMerge)), ('pgsz', \(segmentPageSize));
          """)
    }
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE stemmed_terms USING fts5vocab('chunks_stemmed', 'row');
        PRAGMA user_version = \(version)
        """)
  }

  /// - `meta.erasure` has the first run merge the segments of the keyword indexes when it ends (`eraseDeleted`).
  /// - `documents.places` are those of a file that was converted, as JSON, `problem` what of it could not be read.
  /// - `chunks.slot` is the position of a chunk's codes among all, `table_header` the header of the table that it
  ///   continues. `chunks_by_document` finds a document's slots and days without reading its texts.
  /// - `code_blocks` has the codes of `vectorsPerBlock` vectors in a row (`CodeLayout`), `block_changes` the generation
  ///   in which each last changed.
  /// - `kept_vectors` are those of a long document's chunks, until all of them exist and the document is stored.
  private static let tables = """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO meta VALUES ('generation', 0), ('epoch', random()), ('erasure', 1);

    CREATE TABLE folders (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      indexed_at INTEGER NOT NULL DEFAULT 0,
      settings INTEGER NOT NULL DEFAULT 0,
      time_zone TEXT
    );
    CREATE TABLE documents (
      id INTEGER PRIMARY KEY,
      folder INTEGER NOT NULL REFERENCES folders,
      path TEXT NOT NULL,
      title TEXT NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      digest TEXT NOT NULL,
      places TEXT,
      problem TEXT,
      first_day INTEGER,
      last_day INTEGER,
      UNIQUE (folder, path)
    );
    CREATE INDEX documents_by_day ON documents (first_day, last_day) WHERE first_day IS NOT NULL;
    CREATE TABLE document_tags (
      tag TEXT NOT NULL,
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      PRIMARY KEY (tag, document)
    ) WITHOUT ROWID;
    CREATE INDEX tags_by_document ON document_tags (document, tag);
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
      table_header TEXT,
      first_day INTEGER,
      last_day INTEGER,
      UNIQUE (document, ordinal)
    );
    CREATE INDEX chunks_by_digest ON chunks (digest);
    CREATE INDEX chunks_by_document ON chunks (document, slot, first_day);
    CREATE INDEX chunks_by_day ON chunks (first_day, last_day, document) WHERE first_day IS NOT NULL;

    CREATE TABLE vectors (
      chunk INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
      vector BLOB NOT NULL
    );
    CREATE TABLE code_blocks (id INTEGER PRIMARY KEY, codes BLOB NOT NULL);
    CREATE TABLE block_changes (block INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
    CREATE TABLE free_slots (slot INTEGER PRIMARY KEY);
    CREATE TABLE kept_vectors (
      digest TEXT PRIMARY KEY,
      folder INTEGER NOT NULL REFERENCES folders ON DELETE CASCADE,
      vector BLOB NOT NULL
    );
    """
}
