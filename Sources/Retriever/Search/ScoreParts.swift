/// The parts of a passage's score, each as it was measured.
public struct ScoreParts: Sendable, Hashable, Codable {
  /// The cosine between query and chunk, −1 … 1; `nil` without an encoder.
  public var cosine: Double?
  /// How far the cosine lies above that of the hundredth nearest chunk, over the best one's distance: 0 … 1.
  public var lead: Double?
  /// BM25 over words as they stand; 0 where the chunk is not among that list's best hundred.
  public var exact: Double
  /// BM25 over stemmed words; 0 where the chunk is not among that list's best hundred.
  public var stemmed: Double
  /// The two BM25 scores over their best of this query and summed: 0 … 1.
  public var keyword: Double
  /// What the score was multiplied with: 1, or less, down to ½, where the words stand in footers or links alone.
  public var prose = 1.0

  package init(cosine: Double?, lead: Double?, exact: Double, stemmed: Double, keyword: Double) {
    self.cosine = cosine
    self.lead = lead
    self.exact = exact
    self.stemmed = stemmed
    self.keyword = keyword
  }
}
