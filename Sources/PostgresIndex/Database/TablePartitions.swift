import Postgres
import VectorStore

/// How many partitions the tables of an index have, among which its folders are divided by hash.
///
/// It is decided when the index is made, by a setting of the session, for which `libpq` has an environment variable:
///
///     PGOPTIONS='-c rag.partitions=8' rag index ~/notes --index postgres://db.example/notes
///
/// Partitions are in a schema of their own, which no role needs rights to. The rules of row-level security are those of
/// the table; a partition that is read by itself shows nothing.
struct TablePartitions: Sendable {
  /// The largest number: making them takes 62 locks for each, and a server has 6,400 by default.
  private static let most = 32
  /// From here on, a row that moves to another partition takes what refers to it along.
  private static let oldestServer = 150_000

  /// Tables that are not divided.
  static let one = TablePartitions(count: 1)

  let count: Int

  private init(count: Int) { self.count = count }

  /// Reads what the session asks for: 1 if it does not ask.
  ///
  /// - Throws: `SearchIndexError` if it is no number of partitions, or the server is too old.
  init(askedIn connection: PostgresConnection, of path: String) async throws {
    let row = try await connection.query(
      "SELECT coalesce(current_setting('rag.partitions', true), ''), current_setting('server_version_num')::integer"
    ).first
    let (setting, server): (String, Int) = (try row?.read(0) ?? "", try row?.read(1) ?? 0)
    guard !setting.isEmpty else {
      count = 1
      return
    }
    guard let count = Int(setting), 1...Self.most ~= count else {
      throw SearchIndexError.failed(
        path: path, reason: "rag.partitions is \(setting): expected a number from 1 to \(Self.most)")
    }
    guard count == 1 || server >= Self.oldestServer else {
      throw SearchIndexError.failed(path: path, reason: "partitions need PostgreSQL 15 or later")
    }
    self.count = count
  }

  /// Throws if the session asks for another number than an index has.
  static func check(in connection: PostgresConnection, of path: String) async throws {
    let row = try await connection.query(
      """
      SELECT coalesce(current_setting('rag.partitions', true), '') <> '',
        (SELECT greatest(1, count(*)) FROM pg_inherits WHERE inhparent = 'rag.chunks'::regclass)
      """
    ).first
    guard let row, try row.read(0) else { return }
    let asked = try await TablePartitions(askedIn: connection, of: path).count
    guard try row.read(1) != asked else { return }
    let has: Int = try row.read(1)
    throw SearchIndexError.failed(
      path: path,
      reason: "rag.partitions is \(asked), but the index has \(has): to change that, copy it into a new database")
  }

  /// Returns statements that make tables with partitions, in place of those that make tables.
  func dividing(_ statements: [PostgresStatement]) -> [PostgresStatement] {
    guard count > 1 else { return statements }
    return [PostgresStatement("CREATE SCHEMA IF NOT EXISTS rag_partitions")]
      + statements.flatMap { statement in
        let table = IndexPolicies.ofFolders.first { statement.text.hasPrefix("CREATE TABLE rag.\($0) ") }
        guard let table else { return [statement] }
        return [PostgresStatement("\(statement.text) PARTITION BY HASH (folder)")]
          + (0..<count).flatMap { remainder in
            let partition = "rag_partitions.\(table)_\(remainder)"
            return [
              "CREATE TABLE \(partition) PARTITION OF rag.\(table) "
                + "FOR VALUES WITH (MODULUS \(count), REMAINDER \(remainder))",
              "ALTER TABLE \(partition) ENABLE ROW LEVEL SECURITY",
              "ALTER TABLE \(partition) FORCE ROW LEVEL SECURITY",
            ].map { PostgresStatement($0) }
          }
      }
  }
}
