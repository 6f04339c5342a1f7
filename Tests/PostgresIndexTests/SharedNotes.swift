import Embedding
import Foundation
import Indexer
import Postgres
import PostgresIndex
import TestSupport
import VectorStore

/// Notes in a folder, and a database for an index that several processes fill.
struct SharedNotes {
  let server: PostgresServer
  let folder: TemporaryFolder
  let address: PostgresAddress
  let encoder: HashingEncoder

  /// - Parameter server: `nil` for the server that all tests share.
  init(
    _ count: Int, on server: PostgresServer? = nil, encoder: HashingEncoder = HashingEncoder()
  ) async throws {
    self.server = if let server { server } else { try await PostgresServer.shared() }
    self.encoder = encoder
    folder = try TemporaryFolder()
    address = PostgresAddress(
      hosts: [.init(name: self.server.folder, port: self.server.port)], user: PostgresServer.role,
      database: try await self.server.makeDatabase())
    for number in 0..<count { try write(number) }
  }

  var database: String { address.database ?? "" }

  /// Writes a note; one in ten is of several chunks, and one in fifty of more than a batch has.
  func write(_ number: Int, word: String = "word", to path: String? = nil) throws {
    let sections = number % 50 == 7 ? 300 : number % 10 == 3 ? 6 : 1
    var text = "# Note \(number)\n\n"
    for section in 0..<sections {
      text += "## Part \(section)\n\n\(word)\(number) stands in part \(section). "
      text += String(repeating: "This line is the same in all notes and makes them longer. ", count: 3) + "\n\n"
    }
    try folder.write(text, to: path ?? "\(number).md")
  }

  func path(of note: String) -> String { folder.path + "/" + note }

  /// Opens the index once more, as another process would.
  func open(_ encoder: (any TextEncoder)? = nil) async throws -> SearchIndex {
    try await SearchIndex.open(at: address, encoder: encoder ?? self.encoder)
  }

  /// Indexes the folder, or a part of it, over connections of its own.
  func update(
    _ part: String = "", queues: Bool = false, waitingFor patience: Duration = .seconds(20)
  ) async throws -> IndexReport {
    let index = try await open()
    do {
      let path = folder.path + (part.isEmpty ? "" : "/" + part)
      let reports = try await index.update(fromAll: [path], waitingFor: patience, queues: queues)
      try await index.close()
      return reports[0]
    } catch {
      try? await index.close()
      throw error
    }
  }

  /// A worker that ends when the queue is empty.
  func worker(
    _ encoder: (any TextEncoder)? = nil, onEvent: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
  ) -> QueueWorker {
    QueueWorker(at: address, encoder: encoder ?? self.encoder, endsWhenEmpty: true, onEvent: onEvent)
  }

  /// All that an index holds of the folder, without numbers of rows and dates of files.
  func contents(of index: SearchIndex) async throws -> [String] {
    var contents: [String] = []
    for folder in try await index.folders() {
      for document in try await index.documents(in: folder) {
        contents.append("\(document.folder)/\(document.path) \(document.title) \(document.digest)")
        let chunks = try await index.chunks(ofDocument: document.path, in: folder)
        contents += chunks.map { "\($0.ordinal) \($0.chunk)" }
      }
    }
    for query in ["word3", "word7 part", "word12", "line notes longer"] {
      let found = try await index.keywordMatches(query, limit: 3)
      contents.append("\(query) \(found.map { "\($0.exact) \($0.stemmed)" }.sorted())")
      let vector = try await encoder.encode(query, as: .query)
      contents.append("\(try await index.nearest(to: vector, limit: 3).map(\.cosine))")
    }
    return contents
  }

  /// What an index has that one process built at once, in a file.
  func contentsOfAFreshOne(_ folders: [String]? = nil) async throws -> [String] {
    let file = try SearchIndex(at: folder.path + "-\(UUID().uuidString).sqlite", encoder: encoder)
    _ = try await file.update(fromAll: folders ?? [folder.path])
    let contents = try await contents(of: file)
    try await file.close()
    return contents
  }

  /// Ends the sessions of this database, as if their processes had died.
  func endSessions() async throws {
    try await server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'", in: "postgres")
  }
}
