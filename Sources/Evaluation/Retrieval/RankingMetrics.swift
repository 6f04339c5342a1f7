import Foundation

/// The quality of rankings: means over queries, each from 0 to 1.
public struct RankingMetrics: Sendable, Hashable, Codable {
  /// nDCG@10, normalized discounted cumulative gain (Järvelin and Kekäläinen 2002; linear gain, as in trec_eval).
  public var ndcg = 0.0
  /// Recall@10, the share of the relevant documents among the first ten.
  public var recall = 0.0
  /// MRR@10, the reciprocal rank of the first relevant document, 0 if it is not among the first ten.
  public var reciprocalRank = 0.0

  /// The number of ranks that count.
  public static let depth = 10

  /// Computes the means over queries.
  ///
  /// - Parameters:
  ///   - rankings: Documents by query, best first.
  ///   - judgements: The grades of documents, by query; above 0 they are relevant. A query without a ranking, or
  ///     without a relevant document, counts as 0.
  public init(rankings: [String: [String]], judgements: [String: [String: Double]]) {
    for (query, grades) in judgements {
      let relevant = grades.filter { $0.value > 0 }
      if relevant.isEmpty { continue }
      let grades = (rankings[query] ?? []).prefix(Self.depth).map { relevant[$0] ?? 0 }
      let ideal = Self.gain(relevant.values.sorted(by: >).prefix(Self.depth))
      if ideal > 0 { ndcg += Self.gain(grades[...]) / ideal }
      recall += Double(grades.filter { $0 > 0 }.count) / Double(relevant.count)
      if let first = grades.firstIndex(where: { $0 > 0 }) { reciprocalRank += 1 / Double(first + 1) }
    }
    let count = Double(max(1, judgements.count))
    (ndcg, recall, reciprocalRank) = (ndcg / count, recall / count, reciprocalRank / count)
  }

  private static func gain(_ grades: ArraySlice<Double>) -> Double {
    grades.enumerated().reduce(0) { $0 + $1.element / log2(Double($1.offset) + 2) }
  }
}
