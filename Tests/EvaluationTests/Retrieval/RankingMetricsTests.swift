import Evaluation
import Foundation
import Testing

@Suite struct RankingMetricsTests {
  @Test func aPerfectRankingScoresOne() {
    let metrics = RankingMetrics(rankings: ["q": ["a", "b", "x"]], judgements: ["q": ["a": 1, "b": 1]])
    #expect(metrics.ndcg == 1 && metrics.recall == 1 && metrics.reciprocalRank == 1)
  }

  @Test func placesAreDiscountedByTheirLogarithm() {
    let metrics = RankingMetrics(rankings: ["q": ["x", "a", "y", "b"]], judgements: ["q": ["a": 1, "b": 1]])
    let expected = (1 / log2(3.0) + 1 / log2(5.0)) / (1 + 1 / log2(3.0))
    #expect(abs(metrics.ndcg - expected) < 1e-12)
    #expect(metrics.recall == 1)
    #expect(metrics.reciprocalRank == 0.5)
  }

  @Test func onlyTheFirstTenPlacesCount() {
    let others = (0..<10).map { "x\($0)" }
    let metrics = RankingMetrics(rankings: ["q": others + ["a"]], judgements: ["q": ["a": 1]])
    #expect(metrics.ndcg == 0 && metrics.recall == 0 && metrics.reciprocalRank == 0)
  }

  @Test func aQueryWithoutARankingCountsAsZero() {
    let metrics = RankingMetrics(rankings: ["q": ["a"]], judgements: ["q": ["a": 1], "r": ["b": 1]])
    #expect(metrics.ndcg == 0.5)
  }

  /// The example of Wikipedia's "Discounted cumulative gain": DCG 6.861; the ideal order also has the two that were not
  /// found.
  @Test func gradesAreGains() {
    let grades = ["a": 3.0, "b": 2, "c": 3, "d": 0, "e": 1, "f": 2, "g": 3, "h": 2]
    let metrics = RankingMetrics(rankings: ["q": ["a", "b", "c", "d", "e", "f"]], judgements: ["q": grades])
    #expect(abs(metrics.ndcg - 6.861126688593502 / 9.073595698879618) < 1e-12)
    #expect(abs(metrics.recall - 5.0 / 7) < 1e-12, "grade 0 is not relevant")
    #expect(metrics.reciprocalRank == 1)
  }

  @Test func ofEqualGradesTheOrderDoesNotMatter() {
    let judgements = ["q": ["a": 1.0, "b": 1]]
    let scores = [["a", "b", "x"], ["b", "a", "x"]].map {
      RankingMetrics(rankings: ["q": $0], judgements: judgements).ndcg
    }
    #expect(scores == [1, 1])
  }

  @Test func moreThanTenRelevantDocumentsHaveAnIdealOfTen() {
    let documents = (0..<12).map { "d\($0)" }
    let grades = Dictionary(uniqueKeysWithValues: documents.map { ($0, 1.0) })
    let metrics = RankingMetrics(rankings: ["q": documents], judgements: ["q": grades])
    #expect(abs(metrics.ndcg - 1) < 1e-12)
    #expect(abs(metrics.recall - 10.0 / 12) < 1e-12)
  }

  @Test(arguments: [[:], ["b": 0.0]]) func aQueryWithoutARelevantDocumentCountsAsZero(grades: [String: Double]) {
    let metrics = RankingMetrics(rankings: ["q": ["a"], "r": ["b"]], judgements: ["q": ["a": 1], "r": grades])
    #expect(metrics.ndcg == 0.5 && metrics.recall == 0.5 && metrics.reciprocalRank == 0.5)
    #expect(RankingMetrics(rankings: [:], judgements: [:]).ndcg == 0)
  }
}
