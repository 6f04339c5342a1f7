import Embedding
import Foundation
import Postgres
package import VectorStore

extension PostgresStore {
  package func status() async throws -> IndexStatus {
    let space = try await storedSpace()
    let found = try await rows(
      """
      SELECT path, indexed_at, settings,
        (SELECT count(*) FROM rag.documents WHERE folder = folders.id AND \(verbatim: DocumentRows.isRead)),
        (SELECT count(*) FROM rag.chunks WHERE folder = folders.id), pg_get_userbyid(owner)::text, time_zone
      FROM rag.folders ORDER BY path
      """)
    let folders = try found.map { row in
      let (indexedAt, settings): (Int, Int) = (try row.read(1), try row.read(2))
      return IndexStatus.Folder(
        path: try row.read(0), documents: try row.read(3), chunks: try row.read(4), indexedSeconds: Int64(indexedAt),
        settings: FolderSettings(.init(rawValue: settings), timeZone: try row.read(6)), owner: try row.read(5))
    }
    let bytes: Int = try await rows(scope == nil ? Self.sizeOfTables : Self.sizeOfDocuments).first?.read(0) ?? 0
    return IndexStatus(
      folders: folders, documents: folders.reduce(0) { $0 + $1.documents },
      chunks: folders.reduce(0) { $0 + $1.chunks }, bytes: Int64(bytes), freeBytes: 0, space: space)
  }

  private static let sizeOfTables: SQLText = """
    SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
    WHERE relnamespace IN (to_regnamespace('rag'), to_regnamespace('rag_partitions')) AND relkind = 'r'
    """
  /// With a scope, that of the tables would tell of other documents.
  private static let sizeOfDocuments: SQLText = "SELECT coalesce(sum(size), 0)::bigint FROM rag.documents"

  package func revision() async throws -> String {
    try await rows(Self.revision).first?.read(0) ?? ""
  }

  /// The revision of what the role, or the scope, sees: its folders, and the changes of each.
  static let revision: SQLText = """
    SELECT concat((SELECT value FROM rag.meta WHERE key = 'epoch'), ' ',
      md5((SELECT string_agg(concat(id, ' ', generation), ',' ORDER BY id) FROM rag.folders)))
    """

  package func followsChanges() async throws -> Bool { true }

  package func folders() async throws -> [String] {
    try await rows("SELECT path FROM rag.folders ORDER BY path").map { try $0.read(0) }
  }

  package func unfinishedFolders() async throws -> [String] {
    try await rows("SELECT path FROM rag.folders WHERE indexed_at = 0 ORDER BY path").map { try $0.read(0) }
  }

  package func documents(in folder: String) async throws -> [Document] {
    try await rows(
      """
      SELECT \(verbatim: DocumentRows.columns) FROM \(verbatim: DocumentRows.joined)
      WHERE folders.path = \(.text(folder)) ORDER BY documents.path
      """
    ).map { try DocumentRows.document($0) }
  }

  package func documentNames() async throws -> [DocumentName] {
    try await rows("SELECT folders.path, documents.path, title FROM \(verbatim: DocumentRows.joined)").map {
      DocumentName(folder: try $0.read(0), path: try $0.read(1), title: try $0.note(2))
    }
  }

  package func documents(
    where filter: SearchFilter, from offset: Int, limit: Int
  ) async throws -> (documents: [Document], count: Int) {
    try await read { connection in
      let passing = try await DocumentRows.passing(filter, in: connection)
      let count: Int =
        try await connection.query(
          ("SELECT count(*) FROM rag.documents WHERE \(passing)" as SQLText).statement
        ).first?.read(0) ?? 0
      let page: SQLText = """
        SELECT \(verbatim: DocumentRows.columns) FROM \(verbatim: DocumentRows.joined) WHERE \(passing)
        ORDER BY modified DESC, documents.path, folders.path LIMIT \(.int(limit)) OFFSET \(.int(offset))
        """
      return (try await connection.query(page.statement).map { try DocumentRows.document($0) }, count)
    }
  }

  package func unreadFiles() async throws -> [UnreadFile] {
    try await rows(
      """
      SELECT folders.path, documents.path, problem, EXISTS (SELECT FROM rag.chunks WHERE document = documents.id)
      FROM \(verbatim: DocumentRows.joined) WHERE problem IS NOT NULL ORDER BY folders.path, documents.path
      """
    ).map {
      UnreadFile(
        folder: try $0.read(0), path: try $0.read(1), problem: try $0.note(2), isPartlyRead: try $0.read(3))
    }
  }

  package func orphans() async throws -> Int {
    try await rows(
      """
      SELECT (SELECT count(*) FROM rag.chunks WHERE id NOT IN (SELECT chunk FROM rag.vectors))
        + (SELECT count(*) FROM rag.documents
          WHERE segment IS NULL AND EXISTS (SELECT FROM rag.chunks WHERE document = documents.id))
        + (SELECT count(*) FROM rag.segments WHERE id NOT IN (
          SELECT segment FROM rag.documents WHERE segment IS NOT NULL) AND cardinality(gone) = 0)
      """
    ).first?.read(0) ?? 0
  }

  package func check() async throws -> [String] {
    let rules: [(SQLText, String)] = [
      ("SELECT count(*) FROM rag.chunks WHERE id NOT IN (SELECT chunk FROM rag.vectors)", "chunks have no vector"),
      (
        """
        SELECT count(*) FROM rag.documents JOIN rag.segments ON segments.id = segment
        WHERE documents.id = ANY(gone) OR (SELECT count(*) FROM unnest(segments.documents) AS held WHERE held = documents.id)
          <> (SELECT count(*) FROM rag.chunks WHERE document = documents.id)
        """, "documents have words that are not those of their chunks"
      ),
      (
        """
        SELECT count(*) FROM rag.documents
        WHERE segment IS NULL AND EXISTS (SELECT FROM rag.chunks WHERE document = documents.id)
        """, "documents have no words"
      ),
      (
        """
        SELECT count(*) FROM rag.vectors
        WHERE vector_dims(vector) <> (SELECT (value::json ->> 'dimensions')::int FROM rag.meta WHERE key = 'space')
        """, "vectors have another number of dimensions than the encoder"
      ),
      ("SELECT count(*) FROM rag.vectors WHERE abs(vector_norm(vector) - 1) > 1e-3", "vectors do not have length one"),
    ]
    var findings: [String] = []
    for (sql, sentence) in rules {
      let count: Int = try await rows(sql).first?.read(0) ?? 0
      if count > 0 { findings.append("\(count) \(sentence).") }
    }
    return findings
  }
}
