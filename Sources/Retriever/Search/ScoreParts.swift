/// The parts of a passage's score, as measured.
public struct ScoreParts: Sendable, Hashable, Codable {
  /// The cosine between query and chunk, −1 … 1; `nil` without an encoder.
  public var cosine: Double?
  /// The cosine's margin over the 100th-nearest chunk, divided by the best chunk's or 0.3, whichever is larger:
  /// 0 … 1; `nil` without an encoder.
  public var lead: Double?
  /// BM25 over words as written; 0 if the chunk is not among the best hundred by it.
  public var exact: Double
  /// BM25 over stemmed words; 0 if the chunk is not among the best hundred by it.
  public var stemmed: Double
  /// The two BM25 scores, each divided by the best for this query, and summed with weights: 0 … 1.
  public var keyword: Double
  /// The factor applied to the score: 1, or down to ½ if the words occur only in footers or links.
  public var prose = 1.0
  /// The share of the distance to 1 by which the score was raised, because the query names the note or its days; below
  /// 0, the share by which it was lowered, because the note is about other days.
  public var bonus = 0.0
  /// The reranker's score, by which the passages that have one are ordered; `nil` without a reranker.
  public var reranker: Float?

  package init(cosine: Double?, lead: Double?, exact: Double, stemmed: Double, keyword: Double) {
    self.cosine = cosine
    self.lead = lead
    self.exact = exact
    self.stemmed = stemmed
    self.keyword = keyword
  }
}
