/// The fusion of keyword and vector scores.
///
/// Scores are fused, not ranks: rank fusion lets an encoder that does not know the language outvote the words. The
/// cosine counts by its lead over the hundredth-nearest chunk, in units of the best one's lead, but at least of
/// `leastSpread`: an encoder that finds everything equally near has little to say. The constants were chosen over
/// eleven retrieval sets in English, German and Chinese; a weight from 0.35 to 0.45 and a spread from 0.25 to 0.35 move
/// most of them by less than half a point of nDCG@10.
///
/// With a filter, the best and the hundredth are those of the chunks that pass it. A filter that passes only poor
/// matches has low cosines, often below the hundredth of the whole index: measured against that, all of them would get
/// a lead of 0, and words alone would rank them.
package enum ScoreFusion {
  /// The weight of the cosine's lead in the fused score; the keyword score has the rest.
  package static let cosineWeight = 0.4
  /// The least distance between the best and the hundredth cosine that counts as a full lead.
  package static let leastSpread = 0.3
  /// The weight of stemmed words in the keyword score; words as written have the rest.
  package static let stemmedWeight = 0.85
  /// The number of chunks that each list contributes, and the rank whose cosine counts as zero.
  package static let listLimit = 100

  /// One chunk's measured scores.
  package struct Candidate: Sendable, Hashable {
    package var chunk: Int64
    /// `nil` if it is at most the lowest known one, or if none is known.
    package var cosine: Double?
    package var exact: Double
    package var stemmed: Double

    package init(chunk: Int64, cosine: Double?, exact: Double, stemmed: Double) {
      self.chunk = chunk
      self.cosine = cosine
      self.exact = exact
      self.stemmed = stemmed
    }
  }

  /// Returns the parts and the fused score of each candidate, in the given order.
  package static func scores(
    of candidates: [Candidate], ranking: Ranking = .fused
  ) -> [(chunk: Int64, score: Double, parts: ScoreParts)] {
    let bestExact = candidates.map(\.exact).max() ?? 0
    let bestStemmed = candidates.map(\.stemmed).max() ?? 0
    // A small collection has no hundredth chunk: there, a cosine of 0, as unrelated texts have, counts as zero.
    let cosines = candidates.compactMap(\.cosine).sorted(by: >)
    let floor = cosines.count < listLimit ? 0 : cosines[listLimit - 1]
    let spread = max((cosines.first ?? 0) - floor, leastSpread)
    return candidates.map { candidate in
      let exact = bestExact > 0 ? candidate.exact / bestExact : 0
      let stemmed = bestStemmed > 0 ? candidate.stemmed / bestStemmed : 0
      let keyword = stemmedWeight * stemmed + (1 - stemmedWeight) * exact
      let lead = cosines.isEmpty ? nil : max(0, (candidate.cosine ?? floor) - floor) / spread
      let parts = ScoreParts(
        cosine: candidate.cosine, lead: lead, exact: candidate.exact, stemmed: candidate.stemmed, keyword: keyword)
      let score =
        switch (ranking, lead) {
        case (.keyword, _), (.fused, nil): keyword
        case (.vector, _): candidate.cosine ?? 0
        case (.fused, let lead?): cosineWeight * lead + (1 - cosineWeight) * keyword
        }
      return (candidate.chunk, score, parts)
    }
  }
}
