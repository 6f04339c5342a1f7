import Embedding
import Postgres
import PostgresIndex
import Retriever
import TestSupport
import Testing
import VectorStore

/// What a role sees is an index of its notes alone, whoever else has notes in the database. A layout at a time: each
/// takes a few of the connections of the server that the tests share.
@Suite(.serialized) struct RowSecurityTests {
  /// Tables with rows of folders, and the folder of a row.
  private static let tables = [
    "segments", "documents", "chunks", "vectors", "kept_vectors", "note_names", "note_properties", "note_links",
    "note_tasks", "note_anchors",
  ]

  /// Ten layouts of roles and folders for each seed, against an index in a file of what the role may see.
  @Test(arguments: 1...10) func aRoleSeesItsNotesAndNoOthers(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var (seen, hidden) = (0, 0)
    for _ in 0..<10 {
      let database = try await SharedDatabase()
      var layout = RoleLayout(using: &generator)
      try await make(layout.roles, in: database)
      try await fill(database, &layout, using: &generator)
      let count = layout.notes.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.chunks.count } }
      let vectors = (0..<2).map { _ in UnitVector.random(database.encoder.space.dimensions, using: &generator) }
      for role in layout.roles.indices {
        let visible = try await check(role, of: layout, in: database, vectors)
        seen += visible
        hidden += count - visible
      }
    }
    #expect(seen > 100 && hidden > 100, "\(seen) \(hidden)")
  }

  private func make(_ roles: [RoleLayout.Role], in database: SharedDatabase) async throws {
    let inheritance = roles.filter { !$0.inherits }.map { "ALTER ROLE \(database.role($0.name)) NOINHERIT;" }
    let memberships = roles.flatMap { role in
      role.groups.map { "GRANT \(database.role(roles[$0].name)) TO \(database.role(role.name));" }
    }
    try await database.makeRoles(roles.map(\.name), more: (inheritance + memberships).joined())
  }

  /// Stores notes as the roles that may, and gives folders to others on the way.
  private func fill(
    _ database: SharedDatabase, _ layout: inout RoleLayout, using generator: inout SeededGenerator
  ) async throws {
    var indexes: [Int: SearchIndex] = [:]
    func index(_ role: Int) async throws -> SearchIndex {
      if let known = indexes[role] { return known }
      let made = try await database.index(as: database.role(layout.roles[role].name))
      indexes[role] = made
      return made
    }
    func owner(_ folder: String) -> FolderOwner {
      (layout.owners[folder] ?? nil).map { .role(database.role(layout.roles[$0].name)) } ?? .everybody
    }
    for folder in layout.folders {
      let writer = layout.writer(of: folder, using: &generator)
      try await index(writer).give(folder, to: owner(folder))
    }
    for _ in 0..<8 {
      guard let folder = layout.folders.randomElement(using: &generator) else { return }
      let writer = layout.writer(of: folder, using: &generator)
      let writing = try await index(writer)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        layout.give(folder, to: layout.held(by: writer).sorted().randomElement(using: &generator))
        try await writing.give(folder, to: owner(folder))
      }
      let changes = layout.change(
        folder, seenTogetherWith: layout.folders(seenBy: writer), database.encoder, using: &generator)
      try await writing.apply(changes)
      // The same text may be kept for folders of several roles.
      var kept = IndexBatch(of: folder)
      kept.kept["the same text"] = .random(database.encoder.space.dimensions, using: &generator)
      try await writing.store(kept)
      if Bool.random(using: &generator) { try await writing.eraseDeleted() }
    }
    for index in indexes.values { try await index.close() }
  }

  /// Compares what a role sees with what it should; returns the number of chunks.
  private func check(
    _ role: Int, of layout: RoleLayout, in database: SharedDatabase, _ vectors: [UnitVector]
  ) async throws -> Int {
    let folder = try TemporaryFolder()
    let name = database.role(layout.roles[role].name)
    let visible = layout.folders(seenBy: role)
    let expected = try SearchIndex(at: folder.path + "/index.sqlite", encoder: database.encoder)
    for folder in visible { try await expected.noteFolder(folder) }
    try await expected.apply(layout.notes(seenBy: role))
    let found = try await database.index(as: name, access: .readOnly)
    let queries = RoleLayout.words + ["key garden", "鍵", "the keys rotate", "naïve x1 Straße"]
    let answers = try await (
      found.answers(to: queries, vectors: vectors), expected.answers(to: queries, vectors: vectors)
    )
    #expect(answers.0 == answers.1, "\(layout.roles) \(layout.owners)")
    for query in ["keys in the garden", "rotation"] {
      let passages = try await (
        found.passages(matching: query, limit: 20), expected.passages(matching: query, limit: 20)
      )
      #expect(passages.0.map { "\($0.source) \($0.score)" } == passages.1.map { "\($0.source) \($0.score)" })
    }
    #expect(try await found.check() == [])
    #expect(try await found.orphans() == 0)
    try await checkRows(seenBy: name, in: database, visible)
    let count = try await found.chunkCount()
    try await found.close()
    return count
  }

  /// Every row of the visible folders can be read, and no other, whatever the query.
  private func checkRows(seenBy role: String, in database: SharedDatabase, _ visible: [String]) async throws {
    let selects =
      Self.tables.map {
        """
        SELECT '\($0)', folders.path, count(*) FROM rag.\($0) AS t
        JOIN rag.folders ON folders.id = t.folder GROUP BY folders.path
        """
      } + [
        """
        SELECT 'postings', folders.path, count(*) FROM rag.postings JOIN rag.segments ON segments.id = segment
        JOIN rag.folders ON folders.id = segments.folder GROUP BY folders.path
        """
      ]
    let sql = selects.joined(separator: " UNION ALL ") + " ORDER BY 1, 2"
    let all = try await database.sql(sql).split(separator: "\n")
    let expected = all.filter { row in visible.contains { row.contains("|\($0)|") } }
    #expect(try await database.sql(sql, as: role).split(separator: "\n") == expected)
    // Without the folders, which hide what is joined to them.
    let counts = (Self.tables + ["postings"]).map { table in
      let own = expected.filter { $0.hasPrefix(table + "|") }.compactMap { Int($0.split(separator: "|")[2]) }
      return ("SELECT count(*) FROM rag.\(table)", own.reduce(0, +))
    }
    let totals = try await database.sql(counts.map(\.0).joined(separator: " UNION ALL "), as: role)
    #expect(totals.split(separator: "\n").map { Int($0) } == counts.map { $0.1 })
  }
}
