import Embedding
import Foundation
import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// The encoder, the index and the ranking together, on the sample notes.
@Suite struct CorpusSearchTests {
  @Test func theLinesThatAnswerAreAmongTheFirstThreePassages() async throws {
    let folder = try TemporaryFolder()
    let encoder = try BERTEncoder(contentsOf: try Models.encoder())
    let index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: encoder)
    _ = try await index.update(from: Corpus.folder.path)
    var found = 0
    var asked = 0
    for question in try Corpus.questions() {
      guard let source = question.source, let lines = question.lines else { continue }
      asked += 1
      let passages = try await index.passages(matching: question.question, limit: 3)
      if passages.contains(where: { $0.source.path == source && $0.source.lines.overlaps(lines[0]...lines[1]) }) {
        found += 1
      }
    }
    #expect(asked == 45)
    #expect(found >= 36, "\(found) of \(asked)")
  }
}
