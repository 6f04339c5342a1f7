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
}
