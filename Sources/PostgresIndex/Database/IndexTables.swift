import Postgres

/// The tables of an index in PostgreSQL, in a schema of their own, and the migrations from older versions.
///
/// An index is a database. Whoever may connect to it and read the schema `rag` may search it, and sees the folders of
/// the roles that it is a member of, and those of nobody (`IndexPolicies`).
enum IndexTables {
  /// What identifies the advisory locks of this program: `RAGI` in ASCII, and a number for each.
  enum Lock: Int {
    case migrating = 1
    /// Shared by the transactions that change documents; what must be alone with the words takes it exclusively.
    case writing = 2
    /// Of whoever merges segments or builds the index of vectors.
    case tidying = 3
    /// Of whoever records the encoder of the vectors.
    case space = 4

    /// The key for `pg_advisory_lock`.
    var key: Int { 0x5241_4749 << 8 | rawValue }
  }

  /// The first key of the locks that workers hold, whose second is a worker's number: `RAGW` in ASCII.
  static let workerLocks = 0x5241_4757
  /// The channel on which workers hear of jobs.
  static let jobsChannel = "rag_jobs"

  /// The number of versions that this program knows.
  static var version: Int { migrations(.one).count }

  /// The migrations in order; the number of those applied is kept in `rag.meta`.
  static func migrations(_ partitions: TablePartitions) -> [[PostgresStatement]] {
    [
      partitions.dividing(first) + IndexPolicies.statements, SectionDaysMigration.statements,
      ["CREATE INDEX calendars ON rag.documents (id) WHERE lower(path) LIKE '%.ics'"],
      [
        "DROP INDEX rag.calendars",
        "CREATE INDEX recurring ON rag.documents (id) WHERE (lower(path) LIKE '%.ics' OR lower(path) LIKE '%.vcf')",
      ],
      OccurrencesMigration.statements(partitions),
    ]
  }

  /// - `folders.generation` counts the changes of a folder's documents; `folders.owner` is the role whose members see
  ///   it, or NULL for everybody; `folders.space` refers to the space in `rag.meta` if the folder has vectors, so that
  ///   no role replaces it while another's folder has some.
  /// - `folder` in the other tables is the document's. PostgreSQL checks and changes it through the foreign keys, which
  ///   see every row. It is in every key, so that tables can be divided by it (`TablePartitions`).
  /// - A primary key that others refer to is made after the other indexes of its table: of those that cost the same, as
  ///   all do while the table is empty, PostgreSQL looks in the last. In another, by folder, it would look through all
  ///   documents for each chunk that is stored, until the table is analyzed.
  /// - `ids` numbers documents, chunks and jobs: before version 17, PostgreSQL has no identity columns in tables with
  ///   partitions.
  /// - Text is compared by bytes (`COLLATE "C"`), as in SQLite.
  /// - `documents.all_tags` has each tag with those above it: `work/travel` and `work`.
  /// - `vectors` is apart from `chunks`, and its rows are stored plainly, so that a scan reads vectors alone.
  /// - `kept_vectors` are those of a document that is not stored yet, as in SQLite's index.
  /// - `jobs` are documents whose chunks have no vectors yet. `folders.queued_at` is when a folder was read whose
  ///   documents are still among them; 0 if none are.
  /// - `segments` and `postings` are the keyword index (`WordSegment`). A segment is of one folder. Its number is the
  ///   millisecond, and 20 bits by chance: readers keep segments by their numbers, and a standby that takes over must
  ///   not give a new one the number of one that it never got. How many of its chunks have a word, and any word of its
  ///   stem, is in the primary key, so that the long lists of common words need not be read.
  private static let first: [PostgresStatement] = [
    "CREATE SEQUENCE rag.ids",
    "CREATE TABLE rag.meta (key text PRIMARY KEY, value text NOT NULL)",
    "INSERT INTO rag.meta VALUES ('epoch', gen_random_uuid()::text)",
    """
    CREATE TABLE rag.folders (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      path text COLLATE "C" NOT NULL UNIQUE,
      indexed_at bigint NOT NULL DEFAULT 0,
      settings bigint NOT NULL DEFAULT 0,
      generation bigint NOT NULL DEFAULT 0,
      queued_at bigint NOT NULL DEFAULT 0,
      owner regrole,
      space text REFERENCES rag.meta (key)
    )
    """,
    """
    CREATE TABLE rag.segments (
      id bigint NOT NULL
        DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint << 20 | floor(random() * 1048576)::bigint,
      folder bigint NOT NULL REFERENCES rag.folders ON DELETE CASCADE,
      chunks bigint[] NOT NULL,
      documents bigint[] NOT NULL,
      lengths bigint[] NOT NULL,
      gone bigint[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (id, folder)
    )
    """,
    """
    CREATE TABLE rag.documents (
      id bigint NOT NULL DEFAULT nextval('rag.ids'),
      folder bigint NOT NULL REFERENCES rag.folders,
      path text COLLATE "C" NOT NULL,
      title text COLLATE "C" NOT NULL DEFAULT '',
      size bigint NOT NULL DEFAULT 0,
      modified bigint NOT NULL DEFAULT 0,
      digest text COLLATE "C" NOT NULL DEFAULT '',
      tags text[] NOT NULL DEFAULT '{}',
      all_tags text[] NOT NULL DEFAULT '{}',
      places text,
      problem text,
      first_day bigint,
      last_day bigint,
      segment bigint,
      UNIQUE (folder, path),
      FOREIGN KEY (segment, folder) REFERENCES rag.segments
    )
    """,
    "CREATE INDEX documents_by_tag ON rag.documents USING gin (all_tags)",
    "CREATE INDEX documents_by_day ON rag.documents (first_day, last_day) WHERE first_day IS NOT NULL",
    "CREATE INDEX documents_by_date ON rag.documents (modified)",
    "CREATE INDEX documents_by_segment ON rag.documents (segment)",
    "ALTER TABLE rag.documents ADD PRIMARY KEY (id, folder)",
    """
    CREATE TABLE rag.chunks (
      id bigint NOT NULL,
      document bigint NOT NULL,
      folder bigint NOT NULL,
      ordinal bigint NOT NULL,
      first_line bigint NOT NULL,
      last_line bigint NOT NULL,
      first_byte bigint NOT NULL,
      end_byte bigint NOT NULL,
      heading_path text[] NOT NULL,
      text text NOT NULL,
      table_header text,
      digest text COLLATE "C" NOT NULL,
      UNIQUE (document, ordinal, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX chunks_by_digest ON rag.chunks (digest)",
    "CREATE INDEX chunks_by_folder ON rag.chunks (folder)",
    "ALTER TABLE rag.chunks ADD PRIMARY KEY (id, folder)",
    """
    CREATE TABLE rag.vectors (
      chunk bigint NOT NULL,
      document bigint NOT NULL,
      folder bigint NOT NULL,
      vector vector NOT NULL,
      PRIMARY KEY (chunk, folder),
      FOREIGN KEY (chunk, folder) REFERENCES rag.chunks ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    "ALTER TABLE rag.vectors ALTER COLUMN vector SET STORAGE PLAIN",
    "CREATE INDEX vectors_by_document ON rag.vectors (document)",
    "CREATE INDEX vectors_by_folder ON rag.vectors (folder)",
    """
    CREATE TABLE rag.kept_vectors (
      folder bigint NOT NULL REFERENCES rag.folders ON DELETE CASCADE,
      digest text COLLATE "C" NOT NULL,
      vector vector NOT NULL,
      PRIMARY KEY (digest, folder)
    )
    """,
    "CREATE SEQUENCE rag.workers AS integer CYCLE",
    """
    CREATE TABLE rag.jobs (
      id bigint NOT NULL DEFAULT nextval('rag.ids'),
      folder bigint NOT NULL REFERENCES rag.folders ON DELETE CASCADE,
      path text COLLATE "C" NOT NULL,
      size bigint NOT NULL,
      modified bigint NOT NULL,
      document text NOT NULL,
      chunks text NOT NULL,
      chunk_count bigint NOT NULL,
      worker bigint,
      claims bigint NOT NULL DEFAULT 0,
      failure text,
      PRIMARY KEY (id, folder),
      UNIQUE (folder, path)
    )
    """,
    """
    CREATE TABLE rag.postings (
      stem text COLLATE "C" NOT NULL,
      word text COLLATE "C" NOT NULL,
      segment bigint NOT NULL,
      folder bigint NOT NULL,
      chunks integer NOT NULL,
      stem_chunks integer NOT NULL,
      holders bytea NOT NULL,
      PRIMARY KEY (stem, word, segment, folder) INCLUDE (chunks, stem_chunks),
      FOREIGN KEY (segment, folder) REFERENCES rag.segments ON DELETE CASCADE
    )
    """,
    "CREATE INDEX postings_by_segment ON rag.postings (segment)",
    """
    CREATE TABLE rag.note_names (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      kind bigint NOT NULL,
      ordinal bigint NOT NULL,
      name text COLLATE "C" NOT NULL,
      written text NOT NULL,
      PRIMARY KEY (document, kind, ordinal, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX names_by_name ON rag.note_names USING hash (name)",
    """
    CREATE TABLE rag.note_properties (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      ordinal bigint NOT NULL,
      key text NOT NULL,
      folded text COLLATE "C" NOT NULL,
      value text NOT NULL,
      plain text COLLATE "C" NOT NULL,
      number float8,
      PRIMARY KEY (document, ordinal, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX properties_by_key ON rag.note_properties USING hash (folded)",
    """
    CREATE TABLE rag.note_links (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      ordinal bigint NOT NULL,
      line bigint NOT NULL,
      kind bigint NOT NULL,
      target text NOT NULL,
      place text,
      text text,
      PRIMARY KEY (document, ordinal, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    """
    CREATE TABLE rag.note_tasks (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      line bigint NOT NULL,
      mark text NOT NULL,
      text text NOT NULL,
      due bigint,
      scheduled bigint,
      start bigint,
      done bigint,
      tags text,
      PRIMARY KEY (document, line, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    """
    CREATE TABLE rag.note_anchors (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      ordinal bigint NOT NULL,
      line bigint NOT NULL,
      level bigint NOT NULL,
      name text NOT NULL,
      PRIMARY KEY (document, ordinal, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
  ]
}
