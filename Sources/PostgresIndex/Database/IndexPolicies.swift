import Postgres

/// Which rows a role sees and may change, by PostgreSQL's row-level security.
///
/// A role sees the folders of nobody, and those of roles whose privileges it has (`USAGE` of `pg_has_role`, as for
/// `GRANT`: of a member with NOINHERIT, after `SET ROLE`). Of all else it sees what is in these folders. Rows are
/// added under the same conditions. The folders are looked up once for each statement, not for each row. They bind the
/// owner of the tables too (FORCE); superusers and roles with BYPASSRLS see everything.
///
/// `rag.meta` has no policy: it says nothing of notes.
enum IndexPolicies {
  /// The tables whose rows are of a folder.
  static let ofFolders = first + OccurrencesMigration.tables
  /// Those of version 1.
  private static let first = [
    "segments", "documents", "chunks", "vectors", "kept_vectors", "jobs", "postings", "note_names", "note_properties",
    "note_links", "note_tasks", "note_anchors",
  ]

  static let statements: [PostgresStatement] =
    policy("by_owner", on: "folders", "owner IS NULL OR pg_has_role(owner, 'USAGE')")
    + statements(ofFolders: first)

  /// Returns the statements that protect tables whose rows are of a folder.
  static func statements(ofFolders tables: [String]) -> [PostgresStatement] {
    tables.flatMap { policy("by_folder", on: $0, "folder = ANY (ARRAY(SELECT id FROM rag.folders))") }
  }

  private static func policy(_ name: String, on table: String, _ condition: String) -> [PostgresStatement] {
    [
      PostgresStatement("ALTER TABLE rag.\(table) ENABLE ROW LEVEL SECURITY"),
      PostgresStatement("ALTER TABLE rag.\(table) FORCE ROW LEVEL SECURITY"),
      PostgresStatement("CREATE POLICY \(name) ON rag.\(table) USING (\(condition))"),
    ]
  }
}
