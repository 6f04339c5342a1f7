import Embedding
import Retriever
import TestSupport
import Testing
import VectorStore

@Suite struct FilteredPassagesTests {
  /// Two folders of notes in one index, and one of them in an index of its own.
  private struct Folders {
    let folder: TemporaryFolder
    let both: SearchIndex
    let garden: SearchIndex

    init() async throws {
      folder = try TemporaryFolder()
      both = try SearchIndex(at: folder.path + "/both.sqlite", encoder: HashingEncoder())
      garden = try SearchIndex(at: folder.path + "/garden.sqlite", encoder: HashingEncoder())
      let words = ["key", "rose", "bread", "tyre", "spring", "rotate", "garden", "starter"]
      let inside = try await changes(in: "garden") { "\(words[$0 % 8]) \(words[$0 * 5 % 7]) note \($0)" }
      try await garden.apply(inside)
      // The best are outside.
      try await both.apply(inside + changes(in: "work") { _ in "rotate the key" })
    }

    private func changes(in folder: String, _ text: (Int) -> String) async throws -> [IndexChange] {
      let texts = (0..<150).map(text)
      let vectors = try await HashingEncoder().encode(texts)
      return zip(texts, vectors).enumerated().map { number, entry in
        .replace(.test("\(folder)/\(number).md"), [.test(entry.0, digest: "\(number)", vector: entry.1)])
      }
    }
  }

  @Test(arguments: Ranking.allCases)
  func passagesAreThoseOfTheDocumentsThatPass(ranking: Ranking) async throws {
    let folders = try await Folders()
    let garden = SearchFilter(folders: ["/notes/garden"])
    let passages = try await folders.both.passages(
      matching: "rotate the key", limit: 20, ranking: ranking, where: garden)
    #expect(passages.count == 20)
    #expect(passages.allSatisfy { $0.source.path.hasPrefix("garden/") })
    #expect(passages.map(\.score) == passages.map(\.score).sorted(by: >))
    let none = SearchFilter(folders: ["/elsewhere"])
    #expect(try await folders.both.passages(matching: "key", ranking: ranking, where: none).isEmpty)
  }

  @Test func whatWordsAloneFindIsGivenItsCosine() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    let query = "rotate the key"
    let far = "key " + (0..<60).map { "word\($0)" }.joined(separator: " ")
    let texts = (0..<150).map { "rotate the ring \($0)" } + [far]
    let vectors = try await HashingEncoder().encode(texts)
    try await index.apply(
      zip(texts, vectors).enumerated().map { number, entry in
        .replace(.test("\(number).md"), [.test(entry.0, digest: "\(number)", vector: entry.1)])
      })
    let nearest = try await index.passages(matching: query, limit: 100, ranking: .vector)
    #expect(nearest.count == 100 && nearest.allSatisfy { $0.text != far })
    let found = try #require(try await index.passages(matching: query, limit: 100).first { $0.text == far })
    let vector = try await HashingEncoder().encode(query)
    #expect(found.scoreParts.cosine == (try #require(vectors.last)).cosine(to: vector).map { Double($0) })
    #expect(found.scoreParts.lead == 0)
  }

  @Test func aFilteredScoreIsBesideTheOthersThatPass() async throws {
    let folders = try await Folders()
    let garden = SearchFilter(folders: ["/notes/garden"])
    func passages(of index: SearchIndex, _ ranking: Ranking, _ filter: SearchFilter) async throws -> [Passage] {
      try await index.passages(matching: "rotate the key", limit: 150, ranking: ranking, where: filter)
    }
    let filtered = try await passages(of: folders.both, .vector, garden)
    let alone = try await passages(of: folders.garden, .vector, SearchFilter())
    #expect(filtered.map(\.source.path) == alone.map(\.source.path))
    #expect(filtered.map(\.score) == alone.map(\.score))

    let fused = try await passages(of: folders.both, .fused, garden)
    let leads = Dictionary(
      uniqueKeysWithValues: try await passages(of: folders.garden, .fused, SearchFilter()).map {
        ($0.source.path, $0.scoreParts.lead)
      })
    #expect(fused.contains { $0.scoreParts.lead == 1 } && fused.contains { $0.scoreParts.keyword == 1 })
    for passage in fused { #expect(leads[passage.source.path] == passage.scoreParts.lead) }
  }
}
