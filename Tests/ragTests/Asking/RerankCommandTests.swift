import Foundation
import TestSupport
import Testing

/// `--rerank` in the built program, with a small reranker of random weights.
@Suite struct RerankCommandTests {
  private struct Found: Decodable {
    struct Passage: Decodable {
      struct Parts: Decodable { var reranker: Float? }
      var path: String
      var score: Double
      var scoreParts: Parts
    }
    var passages: [Passage]
  }

  private let notes: Notes
  private let reranker: String

  init() throws {
    notes = try Notes()
    reranker = try ModelShape.writeReranker(to: notes.folder, at: "reranker")
  }

  private func search(_ options: String...) async throws -> [Found.Passage] {
    let result = try await notes.rag(["search", "--json", "--ranking", "vector"] + options + ["tyre pressure"])
    #expect(result.status == 0, "\(result)")
    return try JSONDecoder().decode(Found.self, from: Data(result.output.utf8)).passages
  }

  @Test func passagesAreInTheOrderOfTheRerankersScores() async throws {
    _ = try await notes.rag("index", notes.notes)
    let plain = try await search()
    #expect(plain.count > 1 && plain.allSatisfy { $0.scoreParts.reranker == nil })
    let reranked = try await search("--rerank", reranker)
    let scores = reranked.compactMap(\.scoreParts.reranker)
    #expect(scores.count == reranked.count && scores == scores.sorted(by: >))
    #expect(reranked.map(\.path).sorted() == plain.map(\.path).sorted())
    let explained = try await notes.rag("search", "--explain", "--limit", "1", "--rerank", reranker, "tyre pressure")
    #expect(explained.status == 0 && explained.output.contains("reranker -0.") && explained.output.contains("score "))
  }

  @Test func aGGUFFileIsKnownByItsName() async throws {
    _ = try await notes.rag("index", notes.notes)
    let file = try ModelShape.all(inFile: "rerankers.json")[0].writeGGUF(
      to: notes.folder.path + "/tiny.gguf", width: 32, heads: 2, layers: 2, inner: 64)
    let models = ["RAG_MODELS": notes.folder.path + "/models"]
    let added = try await notes.rag(["models", "add", file, "--name", "mine"], environment: models)
    #expect(added.status == 0 && added.output.contains("--rerank mine"), "\(added)")
    let result = try await notes.rag(
      ["search", "--json", "--ranking", "keyword", "--rerank", "mine", "tyre pressure"], environment: models)
    #expect(result.status == 0 && result.output.contains("\"reranker\":-0."), "\(result)")
  }

  @Test func whatIsNoRerankerIsRefusedInOneLine() async throws {
    _ = try await notes.rag("index", notes.notes)
    for name in [try Models.encoder(), try Models.smallModel(), "all-MiniLM-L6-v2", notes.notes, "nowhere"] {
      let result = try await notes.rag("search", "--rerank", name, "tyre pressure")
      #expect(result.status == 2 && result.output.isEmpty, "\(name): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(name): \(result.errors)")
    }
    let encoder = try await notes.rag("search", "--encoder", reranker, "tyre pressure")
    #expect(encoder.status == 2 && encoder.errors.contains("--rerank"), "\(encoder)")
  }
}
