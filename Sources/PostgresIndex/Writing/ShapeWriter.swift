import Postgres
import VectorStore

/// Writes the rows of what notes say of themselves.
enum ShapeWriter {
  /// Returns the statements that store what a note says of itself, replacing what is known.
  static func statements(storing shape: NoteShape, of id: Int64, in folder: Int64) -> [PostgresStatement] {
    var sql: [SQLText] = ["note_properties", "note_links", "note_tasks", "note_anchors"].map {
      "DELETE FROM rag.\(verbatim: $0) WHERE document = \(.id(id))"
    }
    sql.append(
      """
      UPDATE rag.documents SET first_day = \(.int(shape.dated?.lowerBound.number)),
        last_day = \(.int(shape.dated?.upperBound.number)) WHERE id = \(.id(id))
      """)
    for (ordinal, property) in shape.properties.enumerated() {
      sql.append(
        """
        INSERT INTO rag.note_properties VALUES (\(.id(id)), \(.id(folder)), \(.int(ordinal)), \(.note(property.key)),
          \(.note(NoteProperty.folded(property.key))), \(.note(property.value)),
          \(.note(PropertyCondition.folded(property.value))), \(.double(NoteProperty.number(property.value))))
        """)
    }
    for (ordinal, link) in shape.links.enumerated() {
      sql.append(
        """
        INSERT INTO rag.note_links VALUES (\(.id(id)), \(.id(folder)), \(.int(ordinal)), \(.int(link.line)), \(.int(link.kind.rawValue)),
          \(.note(link.target)), \(.note(link.place)), \(.note(link.text)))
        """)
    }
    for task in shape.tasks {
      sql.append(
        """
        INSERT INTO rag.note_tasks VALUES (\(.id(id)), \(.id(folder)), \(.int(task.line)), \(.note(task.mark)), \(.note(task.text)),
          \(.int(task.due?.number)), \(.int(task.scheduled?.number)), \(.int(task.start?.number)),
          \(.int(task.done?.number)), \(.note(task.tags?.joined(separator: " "))))
        """)
    }
    for (ordinal, anchor) in shape.anchors.enumerated() {
      sql.append(
        """
        INSERT INTO rag.note_anchors VALUES (\(.id(id)), \(.id(folder)), \(.int(ordinal)), \(.int(anchor.line)), \(.int(anchor.level)),
          \(.note(anchor.name)))
        """)
    }
    return sql.map(\.statement) + statements(storing: shape.aliases, as: .alias, of: id, in: folder)
      + OccurrenceRow.statements(storing: shape.calendar, of: id, in: folder)
  }

  /// Returns the statements that store the names of one kind of a note.
  static func statements(
    storing names: [String], as kind: NoteNameKind, of id: Int64, in folder: Int64
  ) -> [PostgresStatement] {
    var sql: [SQLText] = [
      "DELETE FROM rag.note_names WHERE document = \(.id(id)) AND kind = \(.int(kind.rawValue))"
    ]
    for (ordinal, name) in names.enumerated() {
      sql.append(
        """
        INSERT INTO rag.note_names VALUES (\(.id(id)), \(.id(folder)), \(.int(kind.rawValue)), \(.int(ordinal)),
          \(.note(NoteName.folded(name))), \(.note(name)))
        """)
    }
    return sql.map(\.statement)
  }
}
