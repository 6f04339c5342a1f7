import GRDB

/// The rows of what notes say of themselves: their names, properties, links, tasks and anchors.
enum ShapeRows {
  /// The tables, all of whose rows have the id of their document in the column `document`.
  static let tables =
    ["note_names", "note_properties", "note_links", "note_tasks", "note_anchors"] + OccurrenceRows.tables

  /// What makes the tables, but for `OccurrenceRows.schema`.
  static let schema = """
    CREATE TABLE note_names (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      kind INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      name TEXT NOT NULL,
      written TEXT NOT NULL,
      PRIMARY KEY (document, kind, ordinal)
    ) WITHOUT ROWID;
    CREATE INDEX names_by_name ON note_names (name);
    CREATE TABLE note_properties (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      key TEXT NOT NULL,
      folded TEXT NOT NULL,
      value TEXT NOT NULL,
      plain TEXT NOT NULL,
      number REAL,
      PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID;
    CREATE INDEX properties_by_key ON note_properties (folded);
    CREATE TABLE note_links (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      line INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      target TEXT NOT NULL,
      place TEXT,
      text TEXT,
      PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID;
    CREATE TABLE note_tasks (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      line INTEGER NOT NULL,
      mark TEXT NOT NULL,
      text TEXT NOT NULL,
      due INTEGER,
      scheduled INTEGER,
      start INTEGER,
      done INTEGER,
      tags TEXT,
      PRIMARY KEY (document, line)
    ) WITHOUT ROWID;
    CREATE TABLE note_anchors (
      document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      line INTEGER NOT NULL,
      level INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (document, ordinal)
    ) WITHOUT ROWID;
    """

  /// Stores what a note says of itself, replacing what is known.
  static func store(_ shape: NoteShape, of id: Int64, in db: Database) throws {
    func execute(_ sql: String, _ arguments: StatementArguments) throws {
      try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
    for table in tables { try execute("DELETE FROM \(table) WHERE document = ?", [id]) }
    try execute(
      "UPDATE documents SET first_day = ?, last_day = ? WHERE id = ?",
      [shape.dated?.lowerBound.number, shape.dated?.upperBound.number, id])
    for (ordinal, property) in shape.properties.enumerated() {
      try execute(
        "INSERT INTO note_properties VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          id, ordinal, text(property.key), text(NoteProperty.folded(property.key)), text(property.value),
          text(PropertyCondition.folded(property.value)), NoteProperty.number(property.value),
        ])
    }
    for (ordinal, link) in shape.links.enumerated() {
      try execute(
        "INSERT INTO note_links VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          id, ordinal, link.line, link.kind.rawValue, text(link.target), link.place.map(text), link.text.map(text),
        ])
    }
    for task in shape.tasks {
      try execute(
        "INSERT INTO note_tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          id, task.line, text(task.mark), text(task.text), task.due?.number, task.scheduled?.number,
          task.start?.number, task.done?.number, task.tags.map { text($0.joined(separator: " ")) },
        ])
    }
    for (ordinal, anchor) in shape.anchors.enumerated() {
      try execute(
        "INSERT INTO note_anchors VALUES (?, ?, ?, ?, ?)", [id, ordinal, anchor.line, anchor.level, text(anchor.name)])
    }
    try store(shape.aliases, as: .alias, of: id, in: db)
    try OccurrenceRows.store(shape.calendar, of: id, in: db)
  }

  /// Stores the names of one kind of a note.
  static func store(_ names: [String], as kind: NoteNameKind, of id: Int64, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM note_names WHERE document = ? AND kind = ?")
      .execute(arguments: [id, kind.rawValue])
    let insert = try db.cachedStatement(sql: "INSERT INTO note_names VALUES (?, ?, ?, ?, ?)")
    for (ordinal, name) in names.enumerated() {
      try insert.execute(arguments: [id, kind.rawValue, ordinal, text(NoteName.folded(name)), text(name)])
    }
  }

  /// Returns the other names of a note, in their order.
  static func aliases(of id: Int64, in db: Database) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT written FROM note_names WHERE document = ? AND kind = ? ORDER BY ordinal"),
      arguments: [id, NoteNameKind.alias.rawValue])
  }

  /// SQLite ends a text at a NUL, which no note has.
  private static func text(_ text: String) -> String { text.replacing("\0", with: " ") }
}
