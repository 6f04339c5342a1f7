import Embedding
import TestSupport
import Testing
import VectorStore

/// Searches of whose results each document has only so many.
@Suite struct SpreadSearchTests {
  private static let words = ["key", "rose", "bread", "tyre"]

  /// Few documents, some of most chunks.
  private func notes(seed: UInt64) async throws -> (folder: TemporaryFolder, index: SearchIndex) {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    var generator = SeededGenerator(seed: seed)
    for number in 0..<12 {
      var chunks: [EncodedChunk] = []
      for line in 1...Int.random(in: 1...(number < 3 ? 90 : 9), using: &generator) {
        let text = (0..<4).compactMap { _ in Self.words.randomElement(using: &generator) }.joined(separator: " ")
        let vector = UnitVector.random(HashingEncoder().space.dimensions, using: &generator)
        chunks.append(.test(text, line: line, digest: "\(number) \(line)", vector: vector))
      }
      try await index.apply([.replace(.test("\(number).md"), chunks)])
    }
    return (folder, index)
  }

  /// The oracle: the whole list, of which those are left out that come after so many of their document, then filled.
  private func spread(_ chunks: [Int64], _ limit: Int, _ share: Int, in index: SearchIndex) async throws -> Set<Int64> {
    let documents = try await index.documents(ofChunks: chunks)
    var counts: [Int64: Int] = [:]
    var (kept, left) = ([Int64](), [Int64]())
    for chunk in chunks {
      counts[documents[chunk] ?? 0, default: 0] += 1
      if counts[documents[chunk] ?? 0, default: 0] <= share { kept.append(chunk) } else { left.append(chunk) }
    }
    return Set(kept.prefix(limit) + left.prefix(max(0, limit - kept.count)))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>, [1, 3, 10, 40])
  func theNearestAreThoseOfASearchThatCounts(seed: UInt64, share: Int) async throws {
    let notes = try await notes(seed: seed)
    var generator = SeededGenerator(seed: seed + 100)
    let query = UnitVector.random(HashingEncoder().space.dimensions, using: &generator)
    let all = try await notes.index.nearest(to: query, limit: 10_000).map(\.chunk)
    for limit in [1, 10, 40, 100, 1000] {
      let found = try await notes.index.nearest(
        to: query, limit: limit, perDocument: share, where: SearchFilter())
      let wanted = try await spread(all, limit, share, in: notes.index)
      #expect(Set(found.map(\.chunk)) == wanted && found.count == wanted.count, "\(limit)")
    }
  }

  /// With a filter, the documents that have had their share are left out besides.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func noDocumentHasMoreOfTheWordsThanItsShare(seed: UInt64) async throws {
    let notes = try await notes(seed: seed)
    for filter in [SearchFilter(), SearchFilter(excluded: .init(pathParts: ["1.md"]))] {
      let all = try await notes.index.keywordMatches("rotate the key", limit: 10_000, where: filter)
      let found = try await notes.index.keywordMatches("rotate the key", limit: 40, perDocument: 5, where: filter)
      let documents = try await notes.index.documents(ofChunks: all.map(\.chunk))
      for list in [\KeywordMatch.exact, \.stemmed] {
        let listed = found.filter { $0[keyPath: list] > 0 }
        let ofOne = Dictionary(grouping: listed) { documents[$0.chunk] ?? 0 }
        let room = Dictionary(grouping: all.filter { $0[keyPath: list] > 0 }) { documents[$0.chunk] ?? 0 }
        let most = room.values.reduce(0) { $0 + min(5, $1.count) }
        #expect(listed.count == min(40, all.count { $0[keyPath: list] > 0 }))
        #expect(most < 40 || ofOne.values.allSatisfy { $0.count <= 5 })
        for (document, matches) in ofOne {
          // A document's matches are its best.
          let scores = room[document, default: []].map { $0[keyPath: list] }.sorted(by: >)
          #expect(matches.map { $0[keyPath: list] }.sorted(by: >) == Array(scores.prefix(matches.count)))
        }
      }
    }
  }
}
