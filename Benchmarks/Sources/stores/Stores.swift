import Drawn
import Embedding
import Foundation
import Postgres
import PostgresIndex
import Retriever
import VectorStore

/// Fills an index in a file and one in a PostgreSQL database with the same chunks, and searches both, and the
/// database with plain SQL. Prints a line of JSON for each measurement.
///
/// Vectors and queries are files of little-endian float32 rows; the texts have words of a vocabulary, with frequencies
/// by Zipf's law.
@main
enum Stores {
  private static let perNote = 20
  private static let wordsPerChunk = 40
  private static let limit = 10

  /// Runs off the main actor, from which each search would hop to another thread and back.
  static func main() async throws {
    try await Task.detached { try await measure() }.value
  }

  private static func measure() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 9, let count = Int(arguments[6]), let asked = Int(arguments[7]),
      let folders = Int(arguments[8]), folders > 0
    else {
      let usage = "usage: stores FILE ADDRESS VOCABULARY VECTORS.f32 QUERIES.f32 CHUNKS QUESTIONS FOLDERS\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    let address = try PostgresAddress(arguments[2])
    let words = try Words(contentsOf: arguments[3])
    let vectors = try VectorFile(contentsOf: arguments[4])
    let queries = try VectorFile(contentsOf: arguments[5])
    var random = SplitMix(state: 7)
    let questions = try (0..<min(asked, queries.count)).map {
      Question(text: words.text(6, &random) + " \($0)", vector: try queries[$0])
    }
    let encoder = KnownEncoder(questions)
    let file = try await SearchIndex.open(at: arguments[1], encoder: encoder)
    let database = try await SearchIndex.open(at: address, encoder: encoder)
    for (name, index) in [("file", file), ("database", database)] where try await index.status().chunks == 0 {
      try await fill(index, named: name, with: vectors, count, words, folders)
    }

    let plain = PlainSearch(address)
    try await plain.prepare()
    let looking = 200
    let nearest: [(String, @Sendable (Question) async throws -> Void)] = [
      ("file", { _ = try await file.nearest(to: $0.vector, limit: limit) }),
      ("database", { _ = try await database.nearest(to: $0.vector, limit: limit) }),
      ("plain SQL", { _ = try await plain.chunks(nearTo: $0.vector, limit: limit, looking: looking) }),
    ]
    let passages: [(String, @Sendable (Question) async throws -> Void)] = [
      ("file", { _ = try await file.passages(matching: $0.text) }),
      ("database", { _ = try await database.passages(matching: $0.text) }),
      ("plain SQL, any word", { _ = try await plain.passages(matching: $0, .any, limit: 8, looking: looking) }),
      ("plain SQL, all words", { _ = try await plain.passages(matching: $0, .all, limit: 8, looking: looking) }),
    ]
    for clients in [1, 16] {
      try await time("nearest", nearest, questions, clients)
      try await time("passages", passages, questions, clients)
    }
    try await measureRecall(questions, file, database, plain)
    try await file.close()
    try await database.close()
  }

  // MARK: Filling

  private static func fill(
    _ index: SearchIndex, named name: String, with vectors: VectorFile, _ count: Int, _ words: Words, _ folders: Int
  ) async throws {
    var random = SplitMix(state: 1)
    let clock = ContinuousClock()
    let storing = try await clock.measure {
      for batch in stride(from: 0, to: count, by: 100 * perNote) {
        var changes: [IndexChange] = []
        for first in stride(from: batch, to: min(count, batch + 100 * perNote), by: perNote) {
          let chunks = try (first..<min(count, first + perNote)).map { row in
            let text = words.text(wordsPerChunk, &random)
            return EncodedChunk(
              chunk: Chunk(text: text, headingPath: ["Note"], lines: row + 1...row + 1, bytes: 0..<1),
              digest: "\(row)", vector: try vectors[row])
          }
          let document = Document(
            folder: "/notes/\(first / perNote % folders)", path: "\(first).md", title: "Note \(first)", size: 0,
            modificationDate: .distantPast,
            digest: "\(first)")
          changes.append(.replace(document, chunks))
        }
        try await index.apply(changes)
      }
    }
    // In a database, this merges the words and builds the index of the vectors.
    let finishing = try await clock.measure { try await index.eraseDeleted() }
    try say([
      "measured": "fill", "engine": name, "chunks": count, "storing_seconds": storing / .seconds(1),
      "finishing_seconds": finishing / .seconds(1),
    ])
  }

  // MARK: Searching

  /// Asks each engine each question, in turns.
  ///
  /// Each turn begins with another engine, since the one before leaves the processor's caches full of its own, and no
  /// engine gets the question that another has just been asked, whose rows would still be in them.
  private static func time(
    _ name: String, _ engines: [(String, @Sendable (Question) async throws -> Void)], _ questions: [Question],
    _ clients: Int
  ) async throws {
    for (_, search) in engines { for question in questions.prefix(20) { try await search(question) } }
    var seconds = [[Double]](repeating: [], count: engines.count)
    let turns = questions.count / clients
    for turn in 0..<turns {
      for number in engines.indices.map({ ($0 + turn) % engines.count }) {
        let search = engines[number].1
        let first = (turn + number * turns / engines.count) % turns * clients
        seconds[number] += try await withThrowingTaskGroup(of: Double.self) { group in
          for question in questions[first..<first + clients] {
            group.addTask { try await ContinuousClock().measure { try await search(question) } / .seconds(1) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
    }
    for (number, (engine, _)) in engines.enumerated() {
      let sorted = seconds[number].sorted()
      try say([
        "measured": name, "engine": engine, "clients": clients, "searches": sorted.count,
        "p50_milliseconds": sorted[sorted.count / 2] * 1000, "p99_milliseconds": sorted[sorted.count * 99 / 100] * 1000,
      ])
    }
  }

  /// The share of the ten nearest that are found. The file's search is exact, and cosines are equal to the last bit.
  private static func measureRecall(
    _ questions: [Question], _ file: SearchIndex, _ database: SearchIndex, _ plain: PlainSearch
  ) async throws {
    var worst: [Float] = []
    var hits = 0
    for question in questions {
      let exact = try await file.nearest(to: question.vector, limit: limit).map(\.cosine)
      worst.append(exact.last ?? 1)
      hits += try await database.nearest(to: question.vector, limit: limit).count { $0.cosine >= exact.last ?? 1 }
    }
    try say(["measured": "recall", "engine": "database", "recall": Double(hits) / Double(questions.count * limit)])
    for looking in [40, 100, 200, 400, 800] {
      var (found, seconds): (Int, [Double]) = (0, [])
      for (question, worst) in zip(questions, worst) {
        var chunks: [[Float]] = []
        seconds.append(
          try await ContinuousClock().measure {
            chunks = try await plain.vectors(nearTo: question.vector, limit: limit, looking: looking)
          } / .seconds(1))
        found += chunks.count { chunk in
          guard let cosine = UnitVector(normalizing: chunk).flatMap(question.vector.cosine(to:)) else { return false }
          return cosine + 1e-6 >= worst
        }
      }
      try say([
        "measured": "recall", "engine": "plain SQL", "ef_search": looking,
        "recall": Double(found) / Double(questions.count * limit),
        "p50_milliseconds": seconds.sorted()[seconds.count / 2] * 1000,
      ])
    }
  }

  private static func say(_ object: [String: Any]) throws {
    FileHandle.standardOutput.write(
      try JSONSerialization.data(withJSONObject: object, options: .sortedKeys) + Data("\n".utf8))
  }
}
