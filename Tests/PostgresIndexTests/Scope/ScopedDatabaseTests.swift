import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import Retriever
import TestSupport
import Testing
import VectorStore

/// A database that is opened with a scope is an index that has nothing else.
@Suite(.serialized) struct ScopedDatabaseTests {
  private static let queries = RoleLayout.words + ["key garden", "鍵", "the keys rotate", "naïve x1 Straße"]

  /// What a scope shows is, after each change, what an index of these notes alone has, and what a file shows in the
  /// same scope, whether row-level security binds the role or not.
  @Test(arguments: 1...6) func aScopeShowsItsNotesAndNoOthers(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let database = try await SharedDatabase()
    let folder = try TemporaryFolder()
    var layout = ScopeLayout()
    let writing = try await database.index()
    let file = try SearchIndex(at: folder.path + "/whole.sqlite", encoder: database.encoder)
    let scopes = [SearchFilter(folders: ["/a"])] + (0..<2).map { _ in ScopeLayout.scope(using: &generator) }
    let role = seed % 2 == 0 ? PostgresServer.role : PostgresServer.user
    var pairs: [(scope: SearchFilter, one: SearchIndex, other: SearchIndex)] = []
    for scope in scopes {
      let one = try await database.index(as: role, access: .readOnly, scope: scope)
      let other = try await SearchIndex.open(at: file.path, encoder: database.encoder, scope: scope)
      pairs.append((scope, one, other))
    }
    var (seen, hidden) = (0, 0)
    for round in 0..<3 {
      let changes = layout.change(using: &generator)
      try await writing.apply(changes)
      try await file.apply(changes)
      if Bool.random(using: &generator) { try await writing.eraseDeleted() }
      let vectors = (0..<2).map { _ in UnitVector.random(database.encoder.space.dimensions, using: &generator) }
      for (number, (scope, one, other)) in pairs.enumerated() {
        let alone = try SearchIndex(at: "\(folder.path)/\(round) \(number).sqlite", encoder: database.encoder)
        let part = layout.changes(makingWhatIsSeenIn: scope)
        try await alone.apply(part)
        try await expectSame(one, as: alone, vectors, "\(seed) \(round) \(scope)")
        try await expectSame(other, as: alone, vectors, "in a file: \(seed) \(round) \(scope)")
        #expect(try await one.status().bytes == other.status().bytes)
        try await expectNothingElse(in: one, of: writing, scope)
        seen += part.count
        hidden += layout.count - part.count
        try await alone.close()
      }
    }
    for (_, one, other) in pairs {
      try await one.close()
      try await other.close()
    }
    try await writing.close()
    #expect(seen > 20 && hidden > 20, "\(seen) \(hidden)")
  }

  private func expectSame(
    _ index: SearchIndex, as alone: SearchIndex, _ vectors: [UnitVector], _ comment: Comment
  ) async throws {
    let answers = try await (
      index.answers(to: Self.queries, vectors: vectors), alone.answers(to: Self.queries, vectors: vectors)
    )
    #expect(answers.0 == answers.1, comment)
    for query in ["keys in the garden", "rotation"] {
      let passages = try await (
        index.passages(matching: query, limit: 20), alone.passages(matching: query, limit: 20)
      )
      let found = (passages.0.map { "\($0.source) \($0.score)" }, passages.1.map { "\($0.source) \($0.score)" })
      #expect(found.0 == found.1, comment)
    }
    let counts = try await (index.status(), alone.status())
    #expect((counts.0.documents, counts.0.chunks) == (counts.1.documents, counts.1.chunks), comment)
    let folders = (counts.0.folders, counts.1.folders)
    #expect(
      folders.0.map { "\($0.path) \($0.documents) \($0.chunks)" }
        == folders.1.map { "\($0.path) \($0.documents) \($0.chunks)" }, comment)
    let links = try await (index.resolvedLinks { _ in [] }, alone.resolvedLinks { _ in [] })
    #expect(links.0 == links.1, comment)
    let unread = try await (index.unreadFiles(), alone.unreadFiles())
    #expect(unread.0 == unread.1, comment)
    for folder in ScopeLayout.folders {
      let documents = try await (index.documents(in: folder), alone.documents(in: folder))
      #expect(documents.0 == documents.1, comment)
    }
    let names = try await (
      index.documents(called: ["0", "1", "key"]).map(\.path).sorted(),
      alone.documents(called: ["0", "1", "key"]).map(\.path).sorted()
    )
    #expect(names.0 == names.1, comment)
    let newest = try await (
      index.newestChunks(limit: 5, where: SearchFilter(pathParts: ["lab"])).map(\.chunk),
      alone.newestChunks(limit: 5, where: SearchFilter(pathParts: ["lab"])).map(\.chunk)
    )
    #expect(newest.0 == newest.1, comment)
  }

  /// Whoever knows numbers, names or paths of hidden notes gets nothing of them.
  private func expectNothingElse(in index: SearchIndex, of whole: SearchIndex, _ scope: SearchFilter) async throws {
    let entries = try await whole.storage.documentEntries()
    var documents: [Document] = []
    for folder in ScopeLayout.folders { documents += try await whole.documents(in: folder) }
    let shown = documents.filter { ScopeLayout.isSeen($0, in: scope) }
    let names = Set(shown.map { "\($0.folder)/\($0.path)" })
    let ids = entries.map(\.id)
    let hidden = entries.filter { !names.contains("\($0.folder)/\($0.path)") }
    let stored = index.storage
    #expect(try await Set(stored.documentEntries().map { "\($0.folder)/\($0.path)" }) == names)
    #expect(
      try await Set(stored.contents(ofDocuments: ids).values.map { "\($0.document.folder)/\($0.document.path)" })
        == names)
    #expect(try await stored.chunks(ofDocuments: hidden.map(\.id)).isEmpty)
    for entry in hidden {
      #expect(try await index.chunks(ofDocument: entry.path, in: entry.folder).isEmpty)
      #expect(try await index.shape(ofDocument: entry.path, in: entry.folder) == nil)
      #expect(try await index.anchors(ofDocuments: [entry.path], in: entry.folder).isEmpty)
    }
    let hiddenChunks = try await whole.chunks(ofDocuments: hidden.map(\.id)).values.joined()
    let chunks = hiddenChunks.map(\.id)
    #expect(try await index.chunks(withIDs: chunks).isEmpty)
    #expect(try await index.places(ofChunks: chunks).isEmpty)
    #expect(try await stored.days(ofChunks: chunks, near: []).isEmpty)
    #expect(try await index.documents(ofChunks: chunks).isEmpty)
    #expect(try await index.texts(ofChunks: chunks).isEmpty)
    let vector = try await HashingEncoder().encode("text")
    #expect(try await stored.cosines(to: vector, ofChunks: chunks).isEmpty)
    for filter in [
      SearchFilter(paths: hidden.map { "\($0.folder)/\($0.path)" }), SearchFilter(folders: ["/"]),
      SearchFilter(tags: ["u"]), SearchFilter(excluded: .init(tags: ["t"])),
    ] {
      let found = try await index.documents(where: filter, from: 0, limit: .max)
      #expect(found.count == found.documents.count)
      #expect(found.documents.allSatisfy { names.contains("\($0.folder)/\($0.path)") })
    }
  }

  /// A document that waits for a worker is told of if its place is in the scope, or a stored version of it is.
  @Test func whatWaitsElsewhereIsNotTold() async throws {
    let database = try await SharedDatabase()
    let writing = try await database.index()
    let vector = try await database.encoder.encode("text")
    try await writing.apply([
      .replace(.test("in/a.md", tags: ["t"]), [.test("text", vector: vector)]),
      .replace(.test("out/b.md"), [.test("text", vector: vector)]),
    ])
    var batch = IndexBatch(of: "/notes")
    batch.queued = ["in/a.md", "in/new.md", "out/b.md", "out/new.md"].map { path in
      let chunk = EncodedChunk.test("other text", vector: vector).chunk
      return QueuedDocument(
        document: .test(path, tags: ["t"]), chunks: [QueuedChunk(chunk: chunk, digest: path, text: "other text")])
    }
    try await writing.store(batch)
    for (scope, expected) in [
      (SearchFilter(folders: ["/notes/in"]), ["in/a.md", "in/new.md"]), (SearchFilter(tags: ["t"]), ["in/a.md"]),
      (SearchFilter(folders: ["/elsewhere"]), []), (SearchFilter(), []),
    ] {
      let index = try await database.index(access: .readOnly, scope: scope)
      #expect(try await index.storage.queuedFiles(in: "/notes").map(\.path).sorted() == expected)
      #expect(try await index.storage.queueStatus()?.waiting == expected.count)
    }
    await #expect(throws: SearchIndexError.self) {
      try await database.index(scope: SearchFilter(tags: ["t"]))
    }
  }

  /// Also where the vectors are searched through an index, which has those of all notes.
  @Test func manyVectorsAreSearchedWithinTheScope() async throws {
    let database = try await SharedDatabase(encoder: HashingEncoder(dimensions: 16))
    var generator = SeededGenerator(seed: 7)
    let writing = try await database.index(indexedFrom: 1000)
    for (place, count) in [("few", 4), ("many", 60), ("others", 60)] {
      try await writing.apply(
        (0..<count).map { number in
          .replace(
            .test("\(place)/\(number).md"),
            (0..<25).map { .test("text", line: $0 + 1, vector: .random(16, using: &generator)) })
        })
    }
    try await database.sql("ANALYZE rag.vectors")
    try await writing.eraseDeleted()
    #expect(try await database.sql("SELECT to_regclass('rag.vectors_nearest')") != "")
    for (place, least) in [("few", 1.0), ("many", 0.97)] {
      let scope = SearchFilter(folders: ["/notes/" + place])
      let index = try await database.index(access: .readOnly, indexedFrom: 1000, scope: scope)
      let exact = try await database.index(access: .readOnly, scope: scope)
      let share = try await index.shareOfNearest(in: exact, using: &generator) { found in
        let places = try await index.places(ofChunks: found).values
        #expect(places.allSatisfy { $0.path.hasPrefix(place + "/") })
      }
      #expect(share >= least, "\(place)")
    }
  }

  /// Every tool of `rag mcp` and every page of `rag serve`, as `scope.py` tries them.
  @Test func serversHideTheRestFromTheirClients() async throws {
    let database = try await SharedDatabase()
    let notes = try Notes([:])
    let script = Repository.url.path + "/Tests/NotesServerTests/Clients/scope.py"
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      [
        "python3", "-B", script, BuiltProgram.path, Corpus.folder.path, "--database", database.address().description,
        "--model", "SmolLM2-135M-Instruct",
      ], environment: notes.environment.merging(["PYTHONPATH": Repository.url.path + "/.deps/clients"]) { $1 })
    #expect(result.status == 0, "\(result.output.suffix(2000))\(result.errors.suffix(2000))")
  }
}
