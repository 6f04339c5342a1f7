import Embedding
import Evaluation
import Foundation
import Retriever
import TestSupport
import Testing

@Suite struct RetrievalEvaluationTests {
  private func set(_ folder: TemporaryFolder) throws -> RetrievalSet {
    let keys = "The signing keys are rotated every ninety days."
    let documents = [
      ("bike", "Bike", "The tyre pressure of the bicycle is 4.5 bar."),
      ("bread", "Bread", "Feed the starter with rye flour on Friday."), ("keys", "Keys", keys), ("twin", "Keys", keys),
    ].map { "{\"id\": \"\($0.0)\", \"title\": \"\($0.1)\", \"text\": \"\($0.2)\"}" }
    try folder.write(documents.joined(separator: "\n"), to: "set/corpus.jsonl")
    try folder.write(
      """
      {"id": "a", "text": "tyre pressure"}
      {"id": "b", "text": "rotated signing keys", "source": "twin"}
      {"id": "c", "text": "rotated signing keys"}
      """, to: "set/queries.jsonl")
    try folder.write("a\tbike\t1\nb\tkeys\t1\nc\ttwin\t1\n", to: "set/qrels.tsv")
    return try RetrievalSet(contentsOf: folder.path + "/set")
  }

  @Test(arguments: [RetrievalEvaluation.Chunking.ordinary, .wholeDocuments])
  func whatIsMeasuredIsWhatIsRanked(chunking: RetrievalEvaluation.Chunking) async throws {
    let folder = try TemporaryFolder()
    let set = try set(folder)
    // Found first, first and second.
    let (reciprocalRank, ndcg) = ((1 + 1 + 0.5) / 3, (1 + 1 + 1 / log2(3.0)) / 3)
    var places: [RetrievalEvaluation.RankedDocument] = []
    let result = try await RetrievalEvaluation(of: set, encoder: HashingEncoder(), chunking: chunking)
      .run(onRanking: { places.append($0) })
    #expect(result.set == "set" && result.documents == 4 && result.chunks == 4 && result.queries == 3)
    #expect(result.metrics.keys.sorted() == Ranking.allCases.map(\.rawValue).sorted())

    for ranking in Ranking.allCases {
      func ranked(_ query: String) -> [RetrievalEvaluation.RankedDocument] {
        places.filter { $0.query == query && $0.ranking == ranking.rawValue }
      }
      for query in set.queries {
        let found = ranked(query.id)
        #expect(found.map(\.place) == Array(1...max(1, found.count)), "\(ranking) \(query.id)")
        for (better, worse) in zip(found, found.dropFirst()) {
          #expect(better.score > worse.score || better.score == worse.score && better.document < worse.document)
        }
        #expect(Set(found.map(\.document)).count == found.count)
      }
      #expect(ranked("a").first?.document == "bike")
      // The document that a query was taken from does not count, of two alike the name decides.
      #expect(ranked("b").first?.document == "keys" && !ranked("b").contains { $0.document == "twin" })
      #expect(ranked("c").prefix(2).map(\.document) == ["keys", "twin"])
      let metrics = try #require(result.metrics[ranking.rawValue])
      #expect(metrics.recall == 1)
      #expect(abs(metrics.reciprocalRank - reciprocalRank) < 1e-12)
      #expect(abs(metrics.ndcg - ndcg) < 1e-12)
    }
  }

  @Test func withARerankerThereIsOneMoreRanking() async throws {
    struct Reversing: Reranker {
      let name = "reversing"
      let maximumTokens = 512
      func scores(of texts: [String], for query: String) async throws -> [Float] { texts.indices.map { Float($0) } }
    }
    let folder = try TemporaryFolder()
    let set = try set(folder)
    var places: [RetrievalEvaluation.RankedDocument] = []
    let result = try await RetrievalEvaluation(of: set, encoder: HashingEncoder(), reranker: Reversing())
      .run(onRanking: { places.append($0) })
    for query in set.queries {
      let fused = places.filter { $0.query == query.id && $0.ranking == "fused" }
      let reranked = places.filter { $0.query == query.id && $0.ranking == RetrievalEvaluation.reranked }
      #expect(
        reranked.map(\.place) == Array(1...fused.count) && reranked.map(\.score) == reranked.map(\.score).sorted(by: >))
      // Scores of zero apart, which are ordered by name in one and by file in the other.
      #expect(reranked.last?.document == fused.first?.document)
      #expect(Set(reranked.map(\.document)) == Set(fused.map(\.document)))
    }
    #expect(try #require(result.metrics["reranked"]).ndcg < #require(result.metrics["fused"]).ndcg)
  }
}
