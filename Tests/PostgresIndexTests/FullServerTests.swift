import Foundation
import Indexer
import Postgres
import PostgresIndex
import Synchronization
import TestSupport
import Testing
import VectorStore

/// A server, or a pool, whose connections are all in use.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FullServerTests {
  /// Who hears what is waited for.
  private final class Waiting: Sendable {
    private let heard = Mutex<[String]>([])

    init() { ConnectionWaiting.shared.tell { [weak self] error in self?.heard.withLock { $0.append(error.message) } } }

    /// Waits until a text is heard, or `work`, which should wait meanwhile, fails.
    func wait<Success>(for text: String, during work: Task<Success, any Error>) async throws {
      let failure = Mutex<(any Error)?>(nil)
      let watching = Task {
        do { _ = try await work.value } catch { failure.withLock { $0 = error } }
      }
      defer { watching.cancel() }
      while heard.withLock({ !$0.contains { $0.contains(text) } }) {
        if let failure = failure.withLock({ $0 }) { throw failure }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Takes every connection of a server that an ordinary role may have.
  private func fill(_ notes: SharedNotes, as role: String) async throws -> [PostgresConnection] {
    var taken: [PostgresConnection] = []
    do {
      while true {
        taken.append(try await PostgresConnection.connect(to: notes.server.address(of: notes.database, as: role)))
      }
    } catch let error as PostgresError where error.kind == .tooManyConnections {
      return taken
    }
  }

  private static func makeNotes() async throws -> (SharedNotes, PostgresAddress) {
    let server = try await PostgresServer(settings: ["max_connections": "16"])
    let notes = try await SharedNotes(4, on: server)
    // Some connections are kept for superusers.
    return (notes, server.address(of: notes.database))
  }

  @Test func searchesAndRunsWaitForAFullServer() async throws {
    let (notes, address) = try await Self.makeNotes()
    let first = try await SearchIndex.open(at: address, encoder: notes.encoder)
    _ = try await first.update(from: notes.folder.path)
    try await first.close()
    let (reader, writer) = (
      try await SearchIndex.open(at: address, encoder: notes.encoder, access: .readOnly),
      try await SearchIndex.open(at: address, encoder: notes.encoder)
    )
    let waiting = Waiting()
    let taken = try await fill(notes, as: PostgresServer.user)
    try notes.write(5)
    let (path, encoder) = (notes.folder.path, notes.encoder)
    let run = Task { try await writer.update(from: path) }
    // One more than what is idle.
    let searches = Task {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { try await reader.keywordMatches("word1", limit: 3).count } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    let opening = Task { try await SearchIndex.open(at: address, encoder: encoder, access: .readOnly) }
    try await waiting.wait(for: "takes no more connections", during: searches)
    for connection in taken { await connection.close() }
    #expect(try await run.value.changed == 1)
    #expect(try await searches.value == [1, 1, 1, 1])
    #expect(try await opening.value.status().documents == 5)
    #expect(try await reader.check() == [])
  }

  @Test func theProgramSaysWhatItWaitsFor() async throws {
    let (notes, address) = try await Self.makeNotes()
    let program = try Notes()
    let environment = program.environment.merging(["RAG_INDEX": address.description]) { $1 }
    let taken = try await fill(notes, as: PostgresServer.user)
    let index = try RunningProgram(["index", program.notes], environment: environment, in: program.folder.path)
    let line = "rag: waiting for a connection: \(address.hosts[0].name):5432 takes no more connections: "
    try await index.wait { index.errors.contains(line) }
    for connection in taken { await connection.close() }
    #expect(try await index.end() == 0, "\(index.errors)")
    #expect(index.output.contains("2 new or changed"), "\(index.output)")
    #expect(index.errors.split(separator: "\n").allSatisfy { $0.hasPrefix(line) }, "\(index.errors)")
  }

  @Test func aSearchWaitsForTheOthersOfItsProcess() async throws {
    let notes = try await SharedNotes(4)
    _ = try await notes.update()
    let index = try await SearchIndex.open(at: notes.address, encoder: notes.encoder, access: .readOnly)
    let waiting = Waiting()
    let lock = try await PostgresConnection.connect(to: notes.address)
    let searches = try await lock.transaction { lock in
      try await lock.query("LOCK TABLE rag.segments")
      let searches = Task {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<12 { group.addTask { try await index.keywordMatches("word1", limit: 3).count } }
          return try await group.reduce(into: 0) { $0 += $1 }
        }
      }
      try await waiting.wait(for: "all 8 connections to ", during: searches)
      return searches
    }
    #expect(try await searches.value == 12)
    await lock.close()
  }
}
