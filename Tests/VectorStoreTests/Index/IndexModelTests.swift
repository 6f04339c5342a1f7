import Embedding
import TestSupport
import Testing
import VectorStore

/// Random changes to an index and to a dictionary, which must then hold the same.
@Suite struct IndexModelTests {
  private struct Entry: Equatable {
    var document: Document
    var texts: [String]
    var vectors: [UnitVector]
  }

  private struct Model {
    var entries: [String: Entry] = [:]
    var generator: SeededGenerator
    let folders = ["/a", "/b"]
    let paths = (0..<12).map { "\($0).md" }

    mutating func change() -> IndexChange {
      let folder = folders.randomElement(using: &generator) ?? ""
      let path = paths.randomElement(using: &generator) ?? ""
      let known = entries.keys.sorted().randomElement(using: &generator).flatMap { entries[$0] }
      switch (Int.random(in: 0..<10, using: &generator), known) {
      case (0...1, let known?):
        entries[known.document.folder + known.document.path] = nil
        return .remove(folder: known.document.folder, path: known.document.path)
      case (2...3, let known?):
        let title = ["", "alpha", "beta"].randomElement(using: &generator) ?? ""
        let document = Document.test(path, in: folder, title: title, digest: known.document.digest)
        entries[known.document.folder + known.document.path] = nil
        entries[folder + path] = Entry(document: document, texts: known.texts, vectors: known.vectors)
        return .keepChunks(ofPath: known.document.path, in: known.document.folder, as: document)
      case (4, _):
        entries[folder + path] = nil
        return .remove(folder: folder, path: path)
      default:
        let document = Document.test(path, in: folder, title: "gamma", digest: "\(generator.next())")
        let count = [0, 1, 2, 3, 40].randomElement(using: &generator) ?? 0
        let chunks = (0..<count).map { number in
          EncodedChunk.test("delta\(number)", line: number + 1, vector: .random(3, using: &generator))
        }
        entries[folder + path] = Entry(
          document: document, texts: chunks.map(\.chunk.text), vectors: chunks.map(\.vector))
        return .replace(document, chunks)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func anIndexHoldsWhatADictionaryHolds(seed: UInt64) async throws {
    let fixture = try await StoreFixture(dimensions: 3)
    let reader = try await fixture.another(access: .readOnly)
    var model = Model(generator: SeededGenerator(seed: seed))
    for round in 0..<60 {
      // One change a batch where the model's next choice depends on the last; else a few of different documents.
      for _ in 0..<Int.random(in: 1...12, using: &model.generator) {
        try await fixture.index.apply([model.change()])
      }
      try await compare(
        round % 2 == 0 ? fixture.index : reader, with: model, query: .random(3, using: &model.generator))
    }
    #expect(try await fixture.index.check() == [])
  }

  private func compare(_ index: SearchIndex, with model: Model, query: UnitVector) async throws {
    for folder in model.folders {
      let expected = model.entries.values.map(\.document).filter { $0.folder == folder }
      #expect(try await index.documents(in: folder) == expected.sorted { $0.path < $1.path })
    }
    var scored: [(place: String, cosine: Float)] = []
    for entry in model.entries.values {
      let chunks = try await index.chunks(ofDocument: entry.document.path, in: entry.document.folder)
      #expect(chunks.map(\.chunk.text) == entry.texts)
      #expect(chunks.allSatisfy { $0.document == entry.document })
      let cosines = try await index.cosines(to: query, ofChunks: chunks.map(\.id))
      #expect(chunks.map { cosines[$0.id] } == entry.vectors.map { $0.cosine(to: query) })
      scored += zip(chunks, entry.vectors).map { chunk, vector in
        (String(chunk.id), vector.cosine(to: query) ?? .nan)
      }
    }
    let matches = try await index.nearest(to: query, limit: 10_000)
    #expect(matches.count == scored.count)
    #expect(matches.map(\.cosine) == scored.map(\.cosine).sorted(by: >))
    #expect(Set(matches.map { String($0.chunk) }) == Set(scored.map(\.place)))
    for word in ["alpha", "gamma", "delta3"] {
      let expected = model.entries.values.reduce(0) { count, entry in
        if word.hasPrefix("delta") { return count + entry.texts.filter { $0 == word }.count }
        return count + (entry.document.title == word ? entry.texts.count : 0)
      }
      #expect(try await index.keywordMatches(word, limit: 10_000).count == expected)
    }
  }
}
