import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import TestSupport
import Testing
import VectorStore

/// A primary and a standby that follows it by streaming replication.
@Suite(.timeLimit(.minutes(5))) struct ReplicaTests {
  /// Notes whose index both servers have.
  private struct Notes {
    let shared: SharedNotes
    let standby: PostgresServer
    /// Both servers; a standby is preferred.
    let address: PostgresAddress

    init(_ count: Int) async throws {
      let primary = try await PostgresServer()
      shared = try await SharedNotes(count, on: primary)
      _ = try await shared.update()
      standby = try await primary.replica()
      address = PostgresAddress(
        hosts: [primary, standby].map { .init(name: $0.folder, port: $0.port) }, user: PostgresServer.role,
        database: shared.database, options: ["target_session_attrs": "prefer-standby"])
    }

    func open(_ access: SearchIndex.Access) async throws -> SearchIndex {
      try await SearchIndex.open(at: address, encoder: shared.encoder, access: access)
    }

    /// Keeps the standby as it is.
    func pause() async throws {
      try await standby.sql("SELECT pg_wal_replay_pause()", in: shared.database)
      while try await standby.sql("SELECT pg_get_wal_replay_pause_state()", in: shared.database) != "paused" {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  @Test func aStandbyAnswersAsThePrimaryDoes() async throws {
    let notes = try await Notes(20)
    let onPrimary = try await notes.shared.contents(of: notes.shared.open())
    try await notes.pause()
    let index = try await notes.open(.readOnly)
    #expect(try await notes.shared.contents(of: index) == onPrimary)
    // It is the standby that answered: it does not have what came since.
    try notes.shared.write(21)
    _ = try await notes.shared.update()
    #expect(try await index.status().documents == 20)
    try await index.close()
  }

  @Test func writingGoesToThePrimaryThoughStandbysArePreferred() async throws {
    let notes = try await Notes(5)
    try await notes.pause()
    try notes.shared.write(5)
    let index = try await notes.open(.readWrite)
    let reports = try await index.update(fromAll: [notes.shared.folder.path], waitingFor: .seconds(20))
    #expect(reports.map(\.changed) == [1])
    #expect(try await index.status().documents == 6)
    try await index.close()
  }

  /// The standby may lack what the primary acknowledged last; the next run reads those notes again.
  @Test func aStandbyThatIsPromotedIsCompletedByTheNextRun() async throws {
    let notes = try await Notes(20)
    let index = try await notes.open(.readWrite)
    try await notes.pause()
    for number in 20..<30 { try notes.shared.write(number) }
    try notes.shared.write(3, word: "other")
    _ = try await index.update(fromAll: [notes.shared.folder.path], waitingFor: .seconds(20))
    try await notes.shared.server.stop(SIGKILL)
    await #expect(throws: PostgresError.self) {
      try await index.update(fromAll: [notes.shared.folder.path], waitingFor: .seconds(20))
    }
    try await index.close()
    try await notes.standby.sql("SELECT pg_wal_replay_resume()", in: notes.shared.database)
    try await notes.standby.promote()
    let again = try await notes.open(.readWrite)
    try notes.shared.write(31)
    _ = try await again.update(fromAll: [notes.shared.folder.path], waitingFor: .seconds(20))
    #expect(try await notes.shared.contents(of: again) == notes.shared.contentsOfAFreshOne())
    #expect(try await again.check() == [])
    #expect(try await again.orphans() == 0)
    try await again.close()
  }

  @Test func aSearchFindsWhatItIndexedThoughTheStandbyIsBehind() async throws {
    let notes = try await Notes(5)
    try await notes.pause()
    let index = try await notes.open(.readOnly)
    try notes.shared.write(5, word: "harbour")
    #expect(try await index.keywordMatches("harbour5", limit: 3).isEmpty)
    let refresh = try await IndexRefresh(of: index, lookingFor: .seconds(20)) { notes.shared.encoder }
    #expect(refresh.reports.count == 1)
    #expect(try await index.keywordMatches("harbour5", limit: 3).count == 1)
    try await index.close()
  }

  /// The new primary may number its rows as the old one had numbered others, which the standby never got.
  @Test func aReaderDoesNotMixWhatTwoPrimariesStored() async throws {
    let notes = try await Notes(3)
    try await notes.standby.stop()
    let reader = try await notes.open(.readOnly)
    let vector = try await notes.shared.encoder.encode("text")
    // More than the numbers that a sequence logs ahead.
    let numbers = 0..<70
    func store(_ word: String) async throws {
      let index = try await notes.open(.readWrite)
      for number in numbers {
        let text = "\(word)\(number)"
        try await index.apply([.replace(.test("\(text).md"), [.test(text, vector: vector)])])
      }
      try await index.close()
    }
    try await store("early")
    for number in numbers { #expect(try await reader.keywordMatches("early\(number)", limit: 3).count == 1) }
    try await notes.shared.server.stop(SIGKILL)
    try await notes.standby.start()
    try await notes.standby.promote()
    try await store("late")
    for number in numbers {
      #expect(try await reader.keywordMatches("early\(number)", limit: 3).isEmpty, "\(number)")
      #expect(try await reader.keywordMatches("late\(number)", limit: 3).count == 1, "\(number)")
    }
    try await reader.close()
  }
}
