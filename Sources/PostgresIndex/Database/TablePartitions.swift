import Postgres
import VectorStore

/// How many partitions the tables of an index have, among which its folders are divided by hash.
///
/// It is decided when the index is made, by a setting of the session, for which `libpq` has an environment variable:
///
///     PGOPTIONS='-c rag.partitions=8' rag index ~/notes --index postgres://db.example/notes
///
/// Partitions are in a schema of their own, which no role needs rights to: the rules of row-level security are those of
/// the table, and whoever read a partition itself would get around them.
struct TablePartitions: Sendable {
  /// The largest number: each search by meaning goes through the HNSW index of each.
  private static let most = 256
  /// From here on, a row that moves to another partition takes what refers to it along.
  private static let oldestServer = 150_000

  let count: Int

  /// Reads what the session asks for.
  ///
  /// - Throws: `SearchIndexError` if it is no number of partitions, or the server is too old.
  init(in connection: PostgresConnection, of path: String) async throws {
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

  /// Returns statements that make tables with partitions, in place of those that make tables.
  func dividing(_ statements: [PostgresStatement]) -> [PostgresStatement] {
    guard count > 1 else { return statements }
    return [PostgresStatement("CREATE SCHEMA IF NOT EXISTS rag_partitions")]
      + statements.flatMap { statement in
        let table = IndexPolicies.ofFolders.first { statement.text.hasPrefix("CREATE TABLE rag.\($0) ") }
        guard let table else { return [statement] }
        return [PostgresStatement("\(statement.text) PARTITION BY HASH (folder)")]
          + (0..<count).map { remainder in
            PostgresStatement(
              """
              CREATE TABLE rag_partitions.\(table)_\(remainder) PARTITION OF rag.\(table)
              FOR VALUES WITH (MODULUS \(count), REMAINDER \(remainder))
              """)
          }
      }
  }
}
