-- The tables of an index as version 1 made them. This text never changes.
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES ('1');
PRAGMA application_id = 0x52414749;
CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 1), ('epoch', 77);
CREATE TABLE folders (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, indexed_at INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE documents (
  id INTEGER PRIMARY KEY, folder INTEGER NOT NULL REFERENCES folders, path TEXT NOT NULL, title TEXT NOT NULL,
  size INTEGER NOT NULL, modified INTEGER NOT NULL, digest TEXT NOT NULL, UNIQUE (folder, path)
);
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL REFERENCES documents, ordinal INTEGER NOT NULL,
  first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, first_byte INTEGER NOT NULL, end_byte INTEGER NOT NULL,
  heading_path TEXT NOT NULL, text NOT NULL, digest TEXT NOT NULL, slot INTEGER NOT NULL UNIQUE,
  UNIQUE (document, ordinal)
);
CREATE INDEX chunks_by_digest ON chunks (digest);
CREATE TABLE vector_blocks (id INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
CREATE TABLE block_changes (block INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
CREATE TABLE free_slots (slot INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE chunks_exact USING fts5(
  heading, body, tokenize = "'unicode61' 'remove_diacritics' '2' 'categories' 'L* N* Co Mn Mc'");
CREATE VIRTUAL TABLE chunks_stemmed USING fts5(
  heading, body, tokenize = "'porter' 'unicode61' 'remove_diacritics' '2' 'categories' 'L* N* Co Mn Mc'");
CREATE VIRTUAL TABLE stemmed_terms USING fts5vocab('chunks_stemmed', 'row');
