import GRDB

/// The documents that a connection sees: those that pass a filter. To its statements, there are no others.
///
/// Temporary views of the connection take the names of the tables of folders, documents and chunks, so that a statement
/// need not know of the scope, nor can forget it. The tables of vectors, codes and words have no names of notes: what
/// is found in them is looked up in these views, or masked before (`SearchFilter.wanted(ofSlots:in:)`, `SeenChunks`).
struct IndexScope {
  private let filter: SearchFilter
  /// The version of the index whose documents are known.
  private var version: (epoch: Int64, generation: Int64)?

  init(_ filter: SearchFilter) { self.filter = filter }

  /// Restricts a connection, which sees nothing until the first `update`.
  ///
  /// Rows are looked up as a statement asks for them, and then checked: with `+`, SQLite does not go through the scope
  /// for each of them.
  static func install(in db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA temp_store = MEMORY;
        CREATE TEMP TABLE scope (document INTEGER PRIMARY KEY, folder INTEGER NOT NULL);
        CREATE TEMP VIEW folders AS SELECT * FROM main.folders WHERE id IN (SELECT folder FROM temp.scope);
        CREATE TEMP VIEW documents AS SELECT * FROM main.documents WHERE +id IN (SELECT document FROM temp.scope);
        CREATE TEMP VIEW chunks AS SELECT * FROM main.chunks WHERE +document IN (SELECT document FROM temp.scope);
        CREATE VIRTUAL TABLE temp.stem_places USING fts5vocab('main', 'chunks_stemmed', 'instance');
        """)
    for table in ShapeRows.tables {
      try db.execute(
        sql: """
          CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) WHERE +document IN (SELECT document FROM temp.scope)
          """)
    }
  }

  /// Whether a connection is restricted.
  static func isIn(_ db: Database) throws -> Bool {
    try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM sqlite_temp_schema WHERE name = 'scope'")) != nil
  }

  /// Finds out which documents pass, if the index has changed. Call it at the start of each transaction.
  mutating func update(from db: Database) throws {
    let current = try VectorCodes.version(of: db)
    if let version, version == current { return }
    version = nil
    // The filter looks among what the connection sees.
    try db.execute(
      sql: "DELETE FROM temp.scope; INSERT INTO temp.scope SELECT id, folder FROM main.documents")
    // A filter without a condition is a mistake: nothing passes it.
    let condition = try filter.documents(in: db) ?? SearchFilter.Condition(sql: "SELECT 0 WHERE false", arguments: [])
    let passing = try Int64.fetchAll(db, sql: condition.sql, arguments: StatementArguments(condition.arguments))
    try db.execute(
      sql: "DELETE FROM temp.scope WHERE document NOT IN (SELECT value FROM json_each(?))",
      arguments: [IndexRow.list(ofNumbers: passing).databaseValue])
    version = current
  }
}
