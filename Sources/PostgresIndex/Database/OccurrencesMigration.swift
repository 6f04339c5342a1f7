import Postgres

/// Version 5: the days on which events take place, tasks are due and birthdays are.
enum OccurrencesMigration {
  static let tables = ["note_calendars", "note_occurrences"]

  static func statements(_ partitions: TablePartitions) -> [PostgresStatement] {
    ["DROP INDEX rag.recurring", "ALTER TABLE rag.folders ADD COLUMN time_zone text"] + partitions.dividing(definitions)
      + IndexPolicies.statements(ofFolders: tables)
  }

  private static let definitions: [PostgresStatement] = [
    """
    CREATE TABLE rag.note_calendars (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      time_zone text NOT NULL,
      last_day bigint,
      PRIMARY KEY (document, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    """
    CREATE TABLE rag.note_occurrences (
      document bigint NOT NULL,
      folder bigint NOT NULL,
      ordinal bigint NOT NULL,
      line bigint NOT NULL,
      first_day bigint NOT NULL,
      last_day bigint NOT NULL,
      start_minute bigint,
      end_minute bigint,
      kind bigint NOT NULL,
      is_cancelled boolean NOT NULL,
      PRIMARY KEY (document, ordinal, folder),
      FOREIGN KEY (document, folder) REFERENCES rag.documents ON DELETE CASCADE ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX occurrences_by_day ON rag.note_occurrences (first_day, last_day)",
    "CREATE INDEX occurrences_by_line ON rag.note_occurrences (document, line)",
  ]
}
