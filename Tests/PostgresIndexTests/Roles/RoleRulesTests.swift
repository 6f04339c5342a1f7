import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// Who may read, write and give away folders, and what others are told.
@Suite struct RoleRulesTests {
  private static func note(_ text: String, in folder: String, _ encoder: HashingEncoder) async throws -> IndexChange {
    .replace(.test("a.md", in: folder), [.test(text, vector: try await encoder.encode(text))])
  }

  /// Expects that the index refuses `body`, and returns why.
  private func refusal(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async -> String {
    do {
      try await body()
      Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch SearchIndexError.forbidden(_, let reason) {
      return reason
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
    return ""
  }

  // MARK: Giving

  @Test func anOwnerMustBeARoleThatOneIsAMemberOf() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(
      ["ann", "team", "bob"], more: "GRANT \(database.role("team")) TO \(database.role("ann"));")
    let strange = "Tëam-" + database.role("\"x\"")
    let quoted = "\"" + strange.replacing("\"", with: "\"\"") + "\""
    try await database.sql("CREATE ROLE \(quoted); GRANT \(quoted) TO \(database.role("ann"))")
    let ann = try await database.index(as: database.role("ann"))
    #expect(
      await refusal { try await ann.give("/a", to: .role("No such")) }
        == "there is no role \"No such\": CREATE ROLE \"No such\"")
    let (own, other) = (database.role("ann"), database.role("bob"))
    #expect(
      await refusal { try await ann.give("/a", to: .role(other)) }
        == "\(own) is not a member of the role \(other): GRANT \(other) TO \(own)")
    #expect(try await ann.folders() == [])
    for (folder, owner) in [("/a", database.role("team")), ("/b", own), ("/c", strange)] {
      try await ann.give(folder, to: .role(owner))
    }
    try await ann.give("/d", to: .role(own))
    try await ann.give("/d", to: FolderOwner(named: "public"))
    #expect(try await ann.owners() == ["/a": database.role("team"), "/b": own, "/c": strange])
    #expect(try await ann.status().folders.map(\.owner) == [database.role("team"), own, strange, nil])
    #expect(try await database.index(as: other).folders() == ["/d"])
    let role = try #require(try await ann.role())
    #expect(role.name == own && !role.seesEverything && role.groups == [strange, database.role("team")].sorted())
    let superuser = try #require(try await database.index(as: PostgresServer.role).role())
    #expect(superuser.seesEverything)
  }

  @Test func aFolderOfOthersIsNeitherTakenNorShown() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(["ann", "bob"])
    let (ann, bob) = (
      try await database.index(as: database.role("ann")), try await database.index(as: database.role("bob"))
    )
    try await ann.give("/notes", to: .role(database.role("ann")))
    try await ann.apply([try await Self.note("the signing key", in: "/notes", database.encoder)])
    let taken = "/notes belongs to a role that yours is not a member of, who may see it and change it"
    #expect(await refusal { try await bob.noteFolder("/notes") } == taken)
    #expect(await refusal { try await bob.noteFolder("/notes", indexedAt: 3) } == taken)
    #expect(await refusal { try await bob.give("/notes", to: .role(database.role("bob"))) } == taken)
    #expect(
      await refusal { try await bob.apply([try await Self.note("x", in: "/notes", database.encoder)]) } == taken)
    await #expect(throws: SearchIndexError.unknownDocument(folder: "/notes", path: "a.md")) {
      try await bob.apply([.keepChunks(ofPath: "a.md", in: "/notes", as: .test("b.md", in: "/mine"))])
    }
    #expect(try await bob.removeFolder("/notes") == 0)
    #expect(try await ann.keywordMatches("signing", limit: 3).count == 1)
  }

  /// Searches of a process that has read the words already.
  @Test func whoLosesAFolderFindsNothingOfIt() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(["ann", "bob", "team"])
    let (ann, bob, team) = (database.role("ann"), database.role("bob"), database.role("team"))
    try await database.sql("GRANT \(team) TO \(ann), \(bob)")
    let (writer, reader) = (try await database.index(as: ann), try await database.index(as: bob))
    try await writer.give("/notes", to: .role(team))
    try await writer.apply([try await Self.note("the signing key", in: "/notes", database.encoder)])
    let query = try await database.encoder.encode("the signing key")
    func found() async throws -> [Int] {
      [
        try await reader.keywordMatches("signing", limit: 3).count,
        try await reader.documentFrequencies(of: ["sign"])["sign"] ?? 0,
        try await reader.documents(where: SearchFilter(phrases: ["signing key"]), limit: 3).count,
        try await reader.nearest(to: query, limit: 3).count, try await reader.folders().count,
      ]
    }
    let first = try await (found(), reader.revision())
    #expect(first.0 == [1, 1, 1, 1, 1])
    try await writer.give("/notes", to: .role(ann))
    #expect(try await found() == [0, 0, 0, 0, 0])
    #expect(try await reader.revision() != first.1)
    try await writer.give("/notes", to: .role(team))
    #expect(try await found() == first.0)
    try await database.sql("REVOKE \(team) FROM \(bob)")
    #expect(try await found() == [0, 0, 0, 0, 0])
    try await writer.give("/notes", to: .everybody)
    #expect(try await found() == first.0)
    // Nobody is a member of a role that is gone.
    try await writer.give("/notes", to: .role(team))
    try await database.sql("DROP OWNED BY \(team); DROP ROLE \(team)")
    #expect(try await found() == [0, 0, 0, 0, 0])
    #expect(try await writer.folders() == [])
  }

  // MARK: Rows

  @Test func noRowIsPlantedInAFolderOfOthers() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(["ann", "bob"])
    let (ann, bob) = (database.role("ann"), database.role("bob"))
    for (role, folder) in [(ann, "/ann"), (bob, "/bob")] {
      let index = try await database.index(as: role)
      try await index.give(folder, to: .role(role))
      try await index.apply([try await Self.note("text of \(role)", in: folder, database.encoder)])
    }
    func id(_ folder: String, _ column: String) async throws -> String {
      try await database.sql(
        """
        SELECT \(column) FROM rag.folders JOIN rag.documents ON folder = folders.id
        JOIN rag.chunks ON document = documents.id WHERE folders.path = '\(folder)'
        """)
    }
    let (folder, document, chunk) = (
      try await id("/ann", "folders.id"), try await id("/ann", "documents.id"), try await id("/ann", "chunks.id")
    )
    let (own, ownDocument) = (try await id("/bob", "folders.id"), try await id("/bob", "documents.id"))
    let statements = [
      "INSERT INTO rag.folders (path, owner) VALUES ('/x', '\(ann)')",
      "UPDATE rag.folders SET owner = '\(ann)'",
      "INSERT INTO rag.documents (folder, path) VALUES (\(folder), 'x')",
      "UPDATE rag.documents SET folder = \(folder)",
      "INSERT INTO rag.chunks VALUES (99, \(document), \(folder), 9, 1, 1, 1, 1, '{}', 'x', NULL, 'x')",
      // The document is not of that folder.
      "INSERT INTO rag.chunks VALUES (99, \(document), \(own), 9, 1, 1, 1, 1, '{}', 'x', NULL, 'x')",
      "INSERT INTO rag.vectors VALUES (\(chunk), \(ownDocument), \(folder), '[1]')",
      "INSERT INTO rag.segments (folder, chunks, documents, lengths) VALUES (\(folder), '{}', '{}', '{}')",
      "INSERT INTO rag.postings SELECT 'x', 'x', id, 1, 1, '' FROM generate_series(1, 9) AS id",
      "INSERT INTO rag.kept_vectors VALUES (\(folder), 'x', '[1]')",
      "INSERT INTO rag.note_names VALUES (\(document), \(folder), 0, 9, 'x', 'x')",
      "INSERT INTO rag.note_links VALUES (\(document), \(own), 9, 1, 0, 'x', NULL, NULL)",
    ]
    for statement in statements {
      await #expect(throws: PostgresServer.Failure.self, "\(statement)") { try await database.sql(statement, as: bob) }
    }
    // What is not visible is not there to be changed.
    try await database.sql("DELETE FROM rag.documents; DELETE FROM rag.segments; DELETE FROM rag.folders", as: bob)
    #expect(try await database.index(as: ann).keywordMatches("text", limit: 3).count == 1)
  }

  @Test func theEncoderOfOthersVectorsIsNotReplaced() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(["ann", "bob"])
    let (ann, bob) = (database.role("ann"), database.role("bob"))
    let index = try await database.index(as: ann)
    try await index.give("/ann", to: .role(ann))
    try await index.apply([try await Self.note("text", in: "/ann", database.encoder)])
    let encoder = HashingEncoder(dimensions: 12, name: "other")
    let different = SearchIndexError.differentSpace(stored: database.encoder.space, requested: encoder.space)
    let other = try await SearchIndex.open(at: database.address(as: bob), encoder: encoder)
    try await other.give("/bob", to: .role(bob))
    await #expect(throws: different) { try await other.noteSpace() }
    let note = try await Self.note("text", in: "/bob", encoder)
    await #expect(throws: different) { try await other.apply([note]) }
    #expect(try await index.nearest(to: try await database.encoder.encode("text"), limit: 3).count == 1)
    // Once nobody has vectors, another encoder may come.
    _ = try await index.removeFolder("/ann")
    try await other.apply([note])
    #expect(try await other.nearest(to: try await encoder.encode("text"), limit: 3).count == 1)
  }

  // MARK: Vectors

  /// A search through the index of all vectors would come upon few of a role that has few of them.
  @Test func aRoleWithFewOfManyVectorsFindsThem() async throws {
    let database = try await SharedDatabase(encoder: HashingEncoder(dimensions: 16))
    try await database.makeRoles(["few", "many"])
    var generator = SeededGenerator(seed: 5)
    for (role, count) in [("many", 60), ("few", 1)] {
      let index = try await database.index(as: database.role(role), indexedFrom: 1000)
      try await index.give("/\(role)", to: .role(database.role(role)))
      let changes = (0..<count).map { number in
        IndexChange.replace(
          .test("\(number).md", in: "/\(role)"),
          (0..<25).map { .test("text", line: $0 + 1, vector: .random(16, using: &generator)) })
      }
      try await index.apply(changes)
      // Only the owner of the tables may build the index; for others there is nothing to do.
      try await index.eraseDeleted()
      try await index.close()
    }
    #expect(try await database.sql("SELECT to_regclass('rag.vectors_nearest')") == "")
    try await database.sql("ANALYZE rag.vectors")
    let owner = try await database.index(indexedFrom: 1000)
    try await owner.eraseDeleted()
    #expect(try await database.sql("SELECT to_regclass('rag.vectors_nearest')") != "")
    for (role, least) in [("few", 1.0), ("many", 0.97)] {
      let index = try await database.index(as: database.role(role), access: .readOnly, indexedFrom: 1000)
      let exact = try await SearchIndex.open(
        at: database.address(as: database.role(role)), encoder: database.encoder, access: .readOnly, isExact: true)
      let share = try await index.shareOfNearest(in: exact, using: &generator)
      #expect(share >= least, "\(role)")
    }
  }

  // MARK: Grants

  /// The statements in docs/postgres.md, as written there.
  private static func grants(_ heading: String) throws -> String {
    let text = try String(contentsOf: Repository.url.appendingPathComponent("docs/postgres.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```sql\n").first { $0.hasPrefix("-- \(heading)") })
    return block.components(separatedBy: "```")[0]
  }

  @Test func theDocumentedGrantsLetRolesReadAndWrite() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(["owner"])
    let team = database.role("team")
    let (reader, writer) = (database.role("reader"), database.role("writer"))
    try await database.sql("CREATE ROLE \(team); CREATE ROLE \(reader) LOGIN; CREATE ROLE \(writer) LOGIN")
    try await database.sql("GRANT \(team) TO \(reader), \(writer)")
    #expect(
      await refusal { _ = try await database.index(as: reader, access: .readOnly) }
        == "\(reader) may not use the schema rag: GRANT USAGE ON SCHEMA rag TO \(reader)")
    func grant(_ heading: String, to role: String) async throws {
      try await database.sql(
        try Self.grants(heading).replacing("team_a", with: role), as: PostgresServer.user)
    }
    try await grant("Reading", to: team)
    let index = try await database.index(as: writer)
    let refused = await refusal { try await index.give("/notes", to: .role(team)) }
    #expect(refused.contains("folders") && refused.hasSuffix("docs/postgres.md has the GRANTs"))
    try await grant("Writing", to: writer)
    try await index.give("/notes", to: .role(team))
    try await index.apply([try await Self.note("the signing key", in: "/notes", database.encoder)])
    try await index.eraseDeleted()
    let reading = try await database.index(as: reader, access: .readOnly)
    #expect(try await reading.keywordMatches("signing", limit: 3).count == 1)
    #expect(try await reading.status().folders.map(\.owner) == [team])
    #expect(try await reading.check() == [])
    let writing = try await database.index(as: reader)
    #expect(await refusal { try await writing.noteFolder("/x") }.contains("folders"))
    // Where it begins: a role that may not make the schema.
    let empty = database.server.address(of: try await database.server.makeDatabase(), as: reader)
    #expect(
      await refusal { _ = try await SearchIndex.open(at: empty, encoder: database.encoder) }
        .hasSuffix("docs/postgres.md has the GRANTs"))
  }

  // MARK: Updates

  @Test func aFolderInsideAnotherKeepsItsOwner() async throws {
    let database = try await SharedDatabase()
    try await database.makeRoles(["ann", "team"], more: "GRANT \(database.role("team")) TO \(database.role("ann"));")
    let team = FolderOwner.role(database.role("team"))
    let folder = try TemporaryFolder()
    try folder.write("# Bike\n\n4.5 bar.\n", to: "bike.md")
    try folder.write("# Keys\n\nRotated.\n", to: "team/keys.md")
    let index = try await database.index(as: database.role("ann"))
    _ = try await index.update(fromAll: [folder.path + "/team"], as: team)
    #expect(try await index.owners() == [folder.path + "/team": database.role("team")])
    // Its notes would be everybody's.
    let other = IndexingError.otherOwner(
      folder: folder.path, inner: folder.path + "/team", owner: database.role("team"))
    await #expect(throws: other) { try await index.update(from: folder.path) }
    #expect(try await index.folders() == [folder.path + "/team"])
    _ = try await index.update(fromAll: [folder.path], as: team)
    #expect(try await index.owners() == [folder.path: database.role("team")])
    #expect(try await index.status().documents == 2)
    // A run without an owner leaves it.
    _ = try await index.update(from: folder.path)
    #expect(try await index.owners() == [folder.path: database.role("team")])
    await #expect(throws: IndexingError.partOfOwned(folder: folder.path + "/team", whole: folder.path)) {
      try await index.update(fromAll: [folder.path + "/team"], as: .everybody)
    }
    let file = try SearchIndex(at: folder.path + ".sqlite", encoder: database.encoder)
    await #expect(throws: SearchIndexError.self) { try await file.update(fromAll: [folder.path], as: .everybody) }
  }
}
