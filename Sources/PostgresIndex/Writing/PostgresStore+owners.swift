import Postgres
package import VectorStore

extension PostgresStore {
  package func role() async throws -> StoreRole? {
    let row = try await rows(
      """
      SELECT current_user::text, rolsuper OR rolbypassrls,
        ARRAY(
          SELECT rolname::text FROM pg_roles AS held
          WHERE held.rolname <> current_user AND pg_has_role(held.oid, 'USAGE') AND NOT own.rolsuper ORDER BY 1)
      FROM pg_roles AS own WHERE rolname = current_user
      """
    ).first
    return try row.map { StoreRole(name: try $0.read(0), groups: try $0.read(2), seesEverything: try $0.read(1)) }
  }

  package func owners() async throws -> [String: String] {
    try await rows("SELECT path, pg_get_userbyid(owner)::text FROM rag.folders WHERE owner IS NOT NULL").reduce(
      into: [:]
    ) { $0[try $1.read(0)] = try $1.read(1) }
  }

  package func checkOwner(_ owner: FolderOwner) async throws {
    guard let role = owner.role else { return }
    let path = path
    try await read { try await Self.checkMembership(of: role, inIndexAt: path, $0) }
  }

  package func give(_ folder: String, to owner: FolderOwner) async throws {
    let path = path
    try await write { connection in
      if let role = owner.role {
        try await Self.checkMembership(of: role, inIndexAt: path, ReadingConnection(connection))
      }
      let id = try await FolderRows.id(of: folder, addedFor: owner.role, inIndexAt: path, connection)
      let sql: SQLText = """
        UPDATE rag.folders SET owner = quote_ident(\(.text(owner.role)))::regrole
        WHERE id = \(.id(id)) AND owner IS DISTINCT FROM quote_ident(\(.text(owner.role)))::regrole
        """
      try await connection.query(sql.statement)
    }
  }

  /// Throws unless there is a role, and ours has its privileges.
  private static func checkMembership(
    of role: String, inIndexAt path: String, _ connection: ReadingConnection
  ) async throws {
    let sql: SQLText = """
      SELECT current_user::text, (SELECT pg_has_role(oid, 'USAGE') FROM pg_roles WHERE rolname = \(.text(role)))
      """
    guard let row = try await connection.query(sql.statement).first else { return }
    let (own, name): (String, String) = (quoted(try row.read(0)), quoted(role))
    switch try row.read(1) as Bool? {
    case true?: return
    case false?:
      throw SearchIndexError.forbidden(
        path: path, reason: "\(own) is not a member of the role \(name): GRANT \(name) TO \(own)")
    case nil:
      throw SearchIndexError.forbidden(path: path, reason: "there is no role \(name): CREATE ROLE \(name)")
    }
  }

  /// Returns a name as SQL needs it.
  static func quoted(_ name: String) -> String {
    name.wholeMatch(of: #/[a-z_][a-z0-9_]*/#) != nil ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
