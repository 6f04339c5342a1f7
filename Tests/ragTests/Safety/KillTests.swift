import Embedding
import Foundation
import Retriever
import TestSupport
import Testing
import VectorStore

/// An index that was interrupted again and again ends up equal to one that was built in one go.
///
/// `RAG_KILL_TEST_NOTES` names a folder to use instead of the sample notes, for a longer run.
@Suite(.serialized) struct KillTests {
  private static let kills = 10

  private let notes = ProcessInfo.processInfo.environment["RAG_KILL_TEST_NOTES"] ?? Corpus.folder.path

  @Test func anIndexKilledAtTenRandomMomentsEqualsOneBuiltInOneGo() async throws {
    let folder = try TemporaryFolder()
    let environment = ["RAG_MODELS": Models.folder]
    let whole = folder.path + "/whole.sqlite"
    let start = ContinuousClock.now
    #expect(try await BuiltProgram.run(["index", "--index", whole, notes], environment: environment).status == 0)
    let duration = ContinuousClock.now - start

    var broken = folder.path + "/broken-0.sqlite"
    var random = SeededGenerator(seed: 20_261_121)
    var (kills, misses, longest) = (0, 0, duration * 0.18)
    while kills < Self.kills {
      let ending = try await BuiltProgram.interrupt(
        ["index", "--index", broken, notes], environment: environment, with: SIGKILL,
        after: longest * Double.random(in: 0.1...1, using: &random))
      if ending.met {
        kills += 1
      } else {
        // It was done too soon: another one is begun, and met earlier.
        #expect(ending.status == 0)
        try await expectEqual(broken, whole)
        misses += 1
        broken = folder.path + "/broken-\(misses).sqlite"
        longest /= 2
      }
    }
    #expect(try await BuiltProgram.run(["index", "--index", broken, notes], environment: environment).status == 0)
    try await expectEqual(broken, whole)
  }

  @Test func ctrlCKeepsWhatWasFinishedAndExitsWith130() async throws {
    let folder = try TemporaryFolder()
    let index = folder.path + "/index.sqlite"
    let environment = ["RAG_MODELS": Models.folder]
    let program = try RunningProgram(
      ["index", "--index", index, notes], environment: environment, in: folder.path)
    try await program.halt {
      let log = try? FileManager.default.attributesOfItem(atPath: index + "-wal")[.size] as? Int
      return (log ?? 0) > 100_000
    }
    program.interrupt()
    #expect(try await program.end() == 130)
    #expect(try await BuiltProgram.run(["index", "--index", index, notes], environment: environment).status == 0)
    #expect(try await SearchIndex(at: index, access: .readOnly).check().isEmpty)
  }

  /// A chunk, told by its place and text.
  private struct Place: Hashable, Comparable {
    var path: String
    var first: Int
    var last: Int
    var text: String

    static func < (left: Place, right: Place) -> Bool {
      (left.path, left.first, left.text) < (right.path, right.first, right.text)
    }
  }

  private func places(of index: SearchIndex) async throws -> [Int64: Place] {
    var places: [Int64: Place] = [:]
    for folder in try await index.folders() {
      for document in try await index.documents(in: folder) {
        for stored in try await index.chunks(ofDocument: document.path, in: folder) {
          places[stored.id] = Place(
            path: document.path, first: stored.chunk.lines.lowerBound, last: stored.chunk.lines.upperBound,
            text: stored.chunk.text)
        }
      }
    }
    return places
  }

  private func expectEqual(_ brokenPath: String, _ wholePath: String) async throws {
    let encoder = try BERTEncoder(contentsOf: try Models.encoder())
    let broken = try SearchIndex(at: brokenPath, encoder: encoder, access: .readOnly)
    let whole = try SearchIndex(at: wholePath, encoder: encoder, access: .readOnly)
    #expect(try await broken.check().isEmpty)

    let brokenPlaces = try await places(of: broken)
    let wholePlaces = try await places(of: whole)
    #expect(brokenPlaces.values.sorted() == wholePlaces.values.sorted())

    // The cosine to each axis is that coordinate of the vector.
    for axis in 0..<encoder.space.dimensions {
      var elements = [Float](repeating: 0, count: encoder.space.dimensions)
      elements[axis] = 1
      let unit = try #require(UnitVector(normalizing: elements))
      let left = try await broken.cosines(to: unit, ofChunks: Array(brokenPlaces.keys))
      let right = try await whole.cosines(to: unit, ofChunks: Array(wholePlaces.keys))
      let expected = Dictionary(right.compactMap { id, value in wholePlaces[id].map { ($0, value) } }) { $1 }
      let differences = left.compactMap { id, value in
        brokenPlaces[id].flatMap { expected[$0] }.map { abs($0 - value) }
      }
      #expect(differences.count == brokenPlaces.count)
      #expect((differences.max() ?? 0) <= 1e-5)
    }

    for query in wholePlaces.values.sorted().prefix(100).map({ String($0.text.prefix(60)) }) {
      let left = try await broken.passages(matching: query, limit: 10)
      let right = try await whole.passages(matching: query, limit: 10)
      #expect(left.count == right.count)
      for (left, right) in zip(left, right) {
        #expect(left.source.description == right.source.description || abs(left.score - right.score) < 1e-5)
      }
    }
  }
}
