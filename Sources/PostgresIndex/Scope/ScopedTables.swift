import Postgres
import VectorStore

/// The tables as a transaction of a store with a scope sees them: with the rows of the documents that pass, and of the
/// folders that these are in.
///
/// A statement gets common table expressions with the names of the tables. That needs no rights and writes nothing, so
/// that it works for every role and on a standby.
final class ScopedTables: Sendable {
  /// The documents that pass.
  let documents: Set<Int64>
  /// The words of these documents.
  let words: WordMemory
  /// The tables in an order in which each names only those before it.
  private let tables: [(name: String, needed: [String], rows: SQLText)]

  /// The tables whose rows belong to a document.
  private static let ofDocuments =
    [
      "chunks", "vectors", "note_names", "note_properties", "note_links", "note_tasks", "note_anchors",
    ] + OccurrencesMigration.tables
  /// The table that says nothing of notes: it has the encoder.
  private static let whole = "meta"

  /// Finds out what passes, in a transaction.
  init(of filter: SearchFilter, in connection: PostgresConnection) async throws {
    // A filter without a condition is a mistake: nothing passes it.
    let condition = try await filter.documents(in: ReadingConnection(connection)) ?? "false"
    let passing: SQLText = "SELECT documents.id, documents.folder FROM rag.documents WHERE \(condition)"
    var (documents, folders): (Set<Int64>, Set<Int64>) = ([], [])
    for row in try await connection.query(passing.statement) {
      documents.insert(try DocumentRows.id(row, 0))
      folders.insert(try DocumentRows.id(row, 1))
    }
    self.documents = documents
    words = WordMemory(of: documents)
    let inFolders: SQLText = "= ANY(\(.ids(folders.sorted())))"
    tables =
      [
        ("documents", [], "SELECT * FROM rag.documents WHERE \(condition)"),
        ("folders", [], "SELECT * FROM rag.folders WHERE id \(inFolders)"),
        // Of other documents, `WordMemory` drops the words.
        ("segments", [], "SELECT * FROM rag.segments WHERE folder \(inFolders)"),
        ("postings", ["segments"], "SELECT * FROM rag.postings WHERE segment IN (SELECT id FROM segments)"),
        ("jobs", ["documents"], Self.jobs(of: filter, where: condition)),
        // They are of no document yet.
        ("kept_vectors", [], "SELECT * FROM rag.kept_vectors WHERE false"),
      ]
      + Self.ofDocuments.map { name in
        (
          name, ["documents"],
          """
          SELECT * FROM rag.\(verbatim: name) WHERE document IN (SELECT documents.id FROM documents)
          """
        )
      }
  }

  /// The jobs of documents that pass as they are stored, and of new ones if only their places matter.
  private static func jobs(of filter: SearchFilter, where condition: SQLText) -> SQLText {
    guard filter != SearchFilter(), filter == SearchFilter(folders: filter.folders) else {
      return """
        SELECT * FROM rag.jobs
        WHERE EXISTS (SELECT FROM documents WHERE documents.folder = jobs.folder AND documents.path = jobs.path)
        """
    }
    return """
      SELECT * FROM rag.jobs WHERE EXISTS (SELECT FROM (SELECT jobs.folder, jobs.path) AS documents WHERE \(condition))
      """
  }

  /// Returns a statement that sees only what passes.
  ///
  /// - Throws: `SearchIndexError` if it names a table that is not known here.
  func restricting(_ statement: PostgresStatement) throws -> PostgresStatement {
    var (text, rest) = ("", statement.text[...])
    var named: Set<String> = []
    while let found = rest.firstRange(of: Self.schema) {
      text += rest[..<found.lowerBound]
      let name = String(rest[found.upperBound...].prefix { $0.isLetter || $0 == "_" })
      if tables.contains(where: { $0.name == name }) {
        named.insert(name)
      } else {
        guard name == Self.whole else {
          throw SearchIndexError.failed(path: "rag.\(name)", reason: "which of its rows are in a scope is not defined")
        }
        text += Self.schema
      }
      text += name
      rest = rest[found.upperBound...].dropFirst(name.count)
    }
    guard !named.isEmpty else { return statement }
    var definitions: SQLText?
    let needed = named.union(tables.filter { named.contains($0.name) }.flatMap(\.needed))
    for table in tables where needed.contains(table.name) {
      let definition: SQLText = "\(verbatim: table.name) AS NOT MATERIALIZED (\(table.rows))"
      definitions = definitions.map { "\($0), \(definition)" } ?? definition
    }
    guard let definitions else { return statement }
    let first = definitions.statement(after: statement.values.count)
    return PostgresStatement("WITH \(first.text) \(text)\(rest)", values: statement.values + first.values)
  }

  private static let schema = "rag."
}
