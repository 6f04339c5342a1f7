import Foundation
import Postgres
import TestSupport
import Testing

/// `rag index --queue` and `rag worker` as users run them.
///
/// `RAG_WORKER_TEST_NOTES` is the number of notes, and `RAG_WORKER_TEST_PAUSE` the mean time in seconds between two
/// kills, for a longer run; `RAG_TEST_SEED` repeats one that failed.
@Suite(.serialized) struct WorkerCommandTests {
  private static func setting(_ name: String, _ usual: Double) -> Double {
    ProcessInfo.processInfo.environment[name].flatMap(Double.init) ?? usual
  }

  /// Notes with an index in a database of its own.
  private static func make(
    _ files: [String: String], on server: PostgresServer? = nil
  ) async throws -> (notes: Notes, server: PostgresServer, database: String) {
    var notes = try Notes(files)
    let used = if let server { server } else { try await PostgresServer.shared() }
    let database = try await notes.useDatabase(of: used)
    return (notes, used, database)
  }

  /// What the index holds, with words, but without vectors and numbers of rows.
  private static let contents = """
    SELECT md5(string_agg(line, E'\\n' ORDER BY line)) || ' ' || count(*) FROM (
      SELECT path || ' ' || documents.digest || ' ' || ordinal || ' ' || text AS line
      FROM rag.documents JOIN rag.chunks ON document = documents.id JOIN rag.vectors ON chunk = chunks.id
      UNION ALL
      SELECT path || ' ' || title || ' ' || size FROM rag.documents
      UNION ALL
      SELECT DISTINCT stem || ' ' || word FROM rag.postings
    ) AS lines
    """

  /// The vectors in the order of the notes, whose last digits depend on what was encoded with them.
  private static func vectors(_ server: PostgresServer, _ database: String) async throws -> [Float] {
    let text = try await server.sql(
      """
      SELECT trim(vector::text, '[]') FROM rag.documents JOIN rag.vectors ON document = documents.id ORDER BY path, chunk
      """, in: database)
    return text.split { $0 == "," || $0 == "\n" }.compactMap { Float($0) }
  }

  @Test(.timeLimit(.minutes(60))) func killedWorkersMissNoNoteAndStoreNoneTwice() async throws {
    let count = Int(Self.setting("RAG_WORKER_TEST_NOTES", 300))
    let pause = Self.setting("RAG_WORKER_TEST_PAUSE", 1)
    let plan = KillPlan(kills: 0, seed: 20_261_126)
    var generator = plan.generator
    var files: [String: String] = [:]
    for number in 0..<count {
      let words = (0..<40).map { _ in "word\(Int.random(in: 0..<4000, using: &generator))" }
      files["\(number % 7)/\(number).md"] = "# Note \(number)\n\n\(words.joined(separator: " ")).\n"
    }
    let (notes, server, database) = try await Self.make(files, on: try await PostgresServer())
    let queued = try await notes.rag("index", "--queue", notes.notes)
    #expect(queued.status == 0 && queued.output.contains(" queued, 0 new or changed"), "\(queued)")
    #expect(queued.errors.contains("to encode them, run 'rag worker"), "\(queued)")
    // What the queue is for is not to be undone by another 'rag index'.
    let status = try await notes.rag("status")
    #expect(status.output.contains(", \(count) queued") && !status.output.contains("partly"), "\(status)")
    let early = try await notes.rag("search", "--no-refresh", "word17")
    #expect(early.errors.contains("\(count) notes of \(notes.notes) wait in the queue: run 'rag worker"), "\(early)")
    #expect(try await server.sql("SELECT count(*) FROM rag.jobs", in: database) == "\(count)")
    func start() throws -> RunningProgram {
      try RunningProgram(["worker", "--once"], environment: notes.environment, in: notes.folder.path)
    }
    var workers = try (0..<4).map { _ in try start() }
    var kills = 0
    while try await server.sql("SELECT EXISTS (SELECT FROM rag.jobs)", in: database) == "t" {
      try await Task.sleep(for: .seconds(pause * Double.random(in: 0.5...1.5, using: &generator)))
      let victim = Int.random(in: 0..<workers.count, using: &generator)
      workers[victim].signal(SIGKILL)
      if try await workers[victim].end() == SIGKILL { kills += 1 }
      workers[victim] = try start()
    }
    for worker in workers {
      let status = try await worker.end()
      #expect(status == 0, "\(worker.errors)")
    }
    #expect(kills > 0)
    // One that is built alone, by one process.
    var alone = notes
    let other = try await alone.useDatabase(of: server)
    #expect(try await alone.rag("index", notes.notes).status == 0)
    #expect(try await server.sql("SELECT count(*) FROM rag.documents", in: database) == "\(count)")
    let same = try await server.sql(Self.contents, in: database)
    #expect(try await server.sql(Self.contents, in: other) == same, "\(plan)")
    let (one, two) = try await (Self.vectors(server, database), Self.vectors(server, other))
    #expect(one.count == two.count && one.count == count * 384)
    #expect(zip(one, two).allSatisfy { abs($0 - $1) < 1e-5 })
    for query in ["word17 word1003", "word250", "note 12"] {
      let found = try await notes.rag("search", "--json", "--no-refresh", "--ranking", "keyword", query)
      let expected = try await alone.rag("search", "--json", "--no-refresh", "--ranking", "keyword", query)
      #expect(found.output == expected.output && !found.output.isEmpty, "\(query)")
    }
    #expect(try await notes.rag("status").output.contains("0 orphans"))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalEndsAWorkerThatWaits(number: Int32) async throws {
    let (notes, _, _) = try await Self.make(PrintedCommands.files)
    #expect(try await notes.rag("index", "--queue", notes.notes).output.hasPrefix("4 files, 0 chunks, 4 queued, "))
    let status = try await notes.rag("status").output
    #expect(status.contains("queue: 4 documents waiting, 0 being encoded, 0 failed: run 'rag worker"), "\(status)")
    #expect(!status.contains(" failed)"), "\(status)")
    let worker = try RunningProgram(["worker"], environment: notes.environment, in: notes.folder.path)
    try await worker.wait { worker.errors.contains(" is empty; waiting for more. Ctrl-C ends it\n") }
    #expect(try await notes.rag("search", "--no-refresh", "tyre pressure").output.contains("bike.md"))
    try notes.folder.write(Notes.bike + "\nThe zeppelin was sold.\n", to: "notes/bike.md")
    #expect(try await notes.rag("index", "--queue").status == 0)
    while try await !notes.rag("search", "--no-refresh", "zeppelin").output.contains("zeppelin was sold") {}
    worker.signal(number)
    #expect(try await worker.end() == 0)
    #expect(worker.output == "5 documents stored, 5 chunks encoded, 0 failed\n", "\(worker.output)")
    #expect(worker.errors.hasSuffix("rag: stopped; the queue keeps what is left\n"))
    #expect(!(try await notes.rag("status").output.contains("queue:")))
  }

  @Test func whatCannotWorkIsSaidInOneLine() async throws {
    let (notes, server, database) = try await Self.make(PrintedCommands.files)
    _ = try await notes.rag("index", "--queue", notes.notes)
    let refused = try await notes.rag("worker", "--once", "--precision", "int8")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("rag: The index was built with the encoder all-MiniLM-L6-v2"), "\(refused)")
    #expect(refused.errors.count { $0 == "\n" } == 1, "\(refused)")
    try await server.sql("UPDATE rag.jobs SET failure = 'it is cursed' WHERE path = 'bike.md'", in: database)
    let status = try await notes.rag("status").output
    #expect(status.contains("queue: 3 documents waiting, 0 being encoded, 1 failed: run 'rag worker"), "\(status)")
    #expect(status.contains("/bike.md  it is cursed\n"), "\(status)")
  }

  /// Each of the grants of docs/postgres.md is asked for, if it is what lacks.
  @Test(arguments: ["workers", "ids"]) func aRoleWithoutTheRightToASequenceIsTold(sequence: String) async throws {
    var (notes, server, database) = try await Self.make(PrintedCommands.files)
    #expect(try await notes.rag("index", "--queue", notes.notes).status == 0)
    let role = "worker_\(database.suffix(8))"
    let granted = ["workers", "ids"].first { $0 != sequence } ?? ""
    try await server.sql(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA rag TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA rag TO \(role);
      GRANT USAGE ON SEQUENCE rag.\(granted) TO \(role)
      """, in: database)
    notes.index = server.address(of: database, as: role).description
    let refused = try await notes.rag("worker", "--once")
    #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("permission denied for sequence \(sequence)"), "\(refused)")
    #expect(refused.errors.contains("docs/postgres.md"), "\(refused)")
    #expect(refused.errors.count { $0 == "\n" } == 1, "\(refused)")
    // Nothing has left the queue.
    #expect(try await server.sql("SELECT count(*) FROM rag.jobs WHERE failure IS NULL", in: database) == "4")
    try await server.sql("GRANT USAGE ON SEQUENCE rag.\(sequence) TO \(role)", in: database)
    let worked = try await notes.rag("worker", "--once")
    #expect(worked.status == 0 && worked.output.hasPrefix("4 documents stored"), "\(worked)")
  }
}
