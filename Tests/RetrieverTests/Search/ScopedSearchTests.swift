import Embedding
import Foundation
import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// An index that is opened with a scope is one that has nothing else: it finds, counts and scores what an index of the
/// other notes does not.
@Suite struct ScopedSearchTests {
  private let folder: TemporaryFolder
  /// The whole index, as somebody sees it who may see a part, and an index of that part.
  private let whole: SearchIndex
  private let seen: SearchIndex
  private let part: SearchIndex
  private let encoder = HashingEncoder()
  private static let places = ["home", "lab/safety"]

  init() async throws {
    folder = try TemporaryFolder()
    for (path, text) in try Corpus.notes() {
      try folder.write(text, to: "whole/notes/" + path)
      if Self.places.contains(where: { path.hasPrefix($0 + "/") }) { try folder.write(text, to: "part/notes/" + path) }
    }
    // Notes are listed by their dates.
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: folder.path + "/" + path)
    }
    try folder.write("# Elsewhere\n\nA stopcock of another folder.\n", to: "whole/more/elsewhere.md")
    let root = folder.path
    whole = try await TestStore.makeIndex(in: folder, encoder: encoder)
    _ = try await whole.update(from: root + "/whole/more")
    _ = try await whole.update(from: root + "/whole/notes")
    let scope = SearchFilter(folders: Self.places.map { root + "/whole/notes/" + $0 })
    seen = try await TestStore.part(scope, of: whole)
    part = try SearchIndex(at: root + "/part.sqlite", encoder: encoder)
    _ = try await part.update(from: root + "/part/notes")
  }

  private struct Found: Equatable {
    var path: String
    var lines: ClosedRange<Int>
    var score: Double
    var parts: ScoreParts
  }

  private func found(_ query: SearchQuery, in index: SearchIndex) async throws -> (
    passages: [Found], absence: SearchResult.Absence?
  ) {
    let result = try await index.search(for: query, limit: 40)
    let passages = result.passages.map {
      Found(path: $0.source.displayPath, lines: $0.source.lines, score: $0.score, parts: $0.scoreParts)
    }
    return (passages, result.absence)
  }

  @Test func everyQuestionFindsWhatAnIndexOfThePartFinds() async throws {
    for question in try Corpus.questions() {
      let query = SearchQuery(text: question.question)
      let (one, other) = (try await found(query, in: seen), try await found(query, in: part))
      #expect(one.passages == other.passages && one.absence == other.absence, "\(question.question)")
    }
  }

  @Test(arguments: [
    "water after:2000", "tag:work", "path:notes/home", "path:travel", "\"main stopcock\"", "-water boiler",
    "after:2000", "stopcock", "Bornholm", "zzz",
  ])
  func everyOperatorFindsWhatAnIndexOfThePartFinds(typed: String) async throws {
    let query = try SearchQuery(parsing: typed)
    let (one, other) = (try await found(query, in: seen), try await found(query, in: part))
    #expect(one.passages == other.passages && one.absence == other.absence)
  }

  /// A search's own filter cannot widen the scope.
  @Test func noFilterLeadsOut() async throws {
    let root = folder.path + "/whole"
    for filter in [
      SearchFilter(folders: [root]), SearchFilter(folders: [root + "/notes/travel"]),
      SearchFilter(folders: [root + "/notes/home/../travel"]), SearchFilter(paths: ["travel/packing.org"]),
      SearchFilter(paths: [root + "/notes/travel/packing.org"]), SearchFilter(pathParts: ["travel"]),
      SearchFilter(folders: [root + "/more"]),
    ] {
      let documents = try await seen.documents(where: filter, limit: .max).documents
      #expect(documents.allSatisfy { document in Self.places.contains { document.path.hasPrefix($0 + "/") } })
      let passages = try await seen.passages(matching: "packing list stopcock", limit: 50, where: filter)
      #expect(passages.allSatisfy { passage in Self.places.contains { passage.document.path.hasPrefix($0 + "/") } })
    }
  }

  @Test func whatIsCountedIsThePart() async throws {
    let (one, other) = (try await seen.status(), try await part.status())
    #expect((one.documents, one.chunks) == (other.documents, other.chunks))
    #expect(one.folders.map(\.path) == [folder.path + "/whole/notes"])
    #expect(try await seen.folders() == one.folders.map(\.path))
    #expect(try await seen.chunkCount() == part.chunkCount())
    #expect(try await Set(seen.documentNames().map(\.path)) == Set(part.documentNames().map(\.path)))
    #expect(try await seen.chunkCounts().values.sorted() == part.chunkCounts().values.sorted())
    let stems = ["water", "boiler", "bornholm", "packing", "stopcock"]
    #expect(try await seen.documentFrequencies(of: stems) == part.documentFrequencies(of: stems))
    let holders = try await seen.holders(of: ["water", "Bornholm"])
    let others = try await part.holders(of: ["water", "Bornholm"])
    #expect(Set(holders.documents.values.map(\.path)) == Set(others.documents.values.map(\.path)))
    #expect(holders.holders.map(\.count) == others.holders.map(\.count))
    let vector = try await encoder.encode("a list for packing", as: .query)
    let nearest = try await seen.nearest(to: vector, limit: 1000)
    let nearestOthers = try await part.nearest(to: vector, limit: 1000)
    #expect(nearest.map(\.cosine) == nearestOthers.map(\.cosine))
  }

  /// Whatever changes elsewhere is not told; what changes here is, and is seen as soon as it is indexed.
  @Test func changesAreFollowed() async throws {
    let root = folder.path + "/whole/notes"
    try folder.write("# Hidden\n\nA heliograph.\n", to: "whole/notes/travel/new.md")
    try folder.write("# Changed\n\nA heliograph.\n", to: "whole/notes/travel/packing.org")
    #expect(try await seen.waitingFiles(within: .seconds(60)) == WaitingFiles())
    let changes = try await seen.changes(since: try await seen.status())
    #expect(changes.count == 1 && changes[0].unindexed == 0 && changes[0].changed == 0 && changes[0].failed.isEmpty)
    try folder.write("# Here\n\nA heliograph.\n", to: "whole/notes/home/new.md")
    let waiting = try await seen.waitingFiles(within: .seconds(60))
    #expect(waiting?.new == 1 && waiting?.changed == 0)
    _ = try await whole.update(from: root)
    #expect(try await seen.passages(matching: "heliograph", limit: 1).map(\.source.displayPath) == ["home/new.md"])
    try FileManager.default.moveItem(atPath: root + "/home/new.md", toPath: root + "/travel/gone.md")
    _ = try await whole.update(from: root)
    #expect(try await seen.documents(where: SearchFilter(paths: ["travel/gone.md"]), limit: 1).count == 0)
    #expect(try await seen.keywordMatches("heliograph", limit: 9).isEmpty)
  }

  /// A tag decides as it was indexed, and a scope without a condition shows nothing.
  @Test func tagsDecideToo() async throws {
    try folder.write("---\ntags: [shared]\n---\n# A\n\nA periscope.\n", to: "tags/a.md")
    try folder.write("---\ntags: [secret]\n---\n# B\n\nA periscope.\n", to: "tags/b.md")
    let home = try TemporaryFolder()
    let index = try await TestStore.makeIndex(in: home, encoder: encoder)
    _ = try await index.update(from: folder.path + "/tags")
    let shared = try await TestStore.part(SearchFilter(tags: ["shared"]), of: index)
    #expect(try await shared.passages(matching: "periscope").map(\.source.displayPath) == ["a.md"])
    #expect(try await shared.documents(where: SearchFilter(tags: ["secret"]), limit: 9).count == 0)
    try folder.write("# C\n\nNew.\n", to: "tags/c.md")
    #expect(try await shared.waitingFiles(within: .seconds(60)) == WaitingFiles())
    let nothing = try await TestStore.part(SearchFilter(), of: index)
    #expect(try await nothing.isEmpty())
    #expect(try await nothing.status().documents == 0)
    #expect(try await nothing.passages(matching: "periscope").isEmpty)
    #expect(throws: SearchIndexError.self) {
      try SearchIndex(at: folder.path + "/tags.sqlite", scope: SearchFilter(tags: ["shared"]))
    }
  }
}
