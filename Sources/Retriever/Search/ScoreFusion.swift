package import Embedding

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
///
/// In a script that the encoder cannot read, all texts lie near each other, in an order that says little: there, the
/// weight of the lead falls to `leastCosineWeight`. Chinese questions with all-MiniLM-L6-v2 gain 0.15 points of
/// nDCG@10.
///
/// Words count less if an encoder on a fitted scale is sure of its best chunk while no chunk has much of the query's
/// words: so a question in one language finds notes in another, although a name that both share is in other chunks.
/// With multilingual-e5-small, English questions over German paragraphs gain 10 points of nDCG@10, German ones 1.6.
package enum ScoreFusion {
  /// The weight of the cosine's lead in the fused score; the keyword score has the rest.
  package static let cosineWeight = 0.4
  /// The weight of the lead for a query of which the encoder can read nothing.
  static let leastCosineWeight = 0.05
  /// The least distance between the best and the hundredth cosine that counts as a full lead.
  package static let leastSpread = 0.3
  /// The weight of stemmed words in the keyword score; words as written have the rest.
  package static let stemmedWeight = 0.85
  /// The number of chunks that each list contributes, and the rank whose cosine counts as zero.
  package static let listLimit = 100

  /// Returns the most chunks of a document in a list: a fifth, so that a long document with the query's words leaves
  /// room for others. Over eleven retrieval sets, this changes nDCG@10 by −0.04 to 0.02 points.
  package static func share(of list: Int) -> Int { max(1, list / 5) }

  /// The share of the greatest possible keyword score from which the words count in full.
  static let fullKeywordShare = 0.3
  /// The share of a full lead from which an encoder may be surer than the words.
  static let sureSpread = 0.7

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
  ///
  /// - Parameters:
  ///   - scale: The scale of the cosines.
  ///   - unreadShare: The share of the query that the encoder cannot read.
  ///   - greatestKeyword: The keyword score of a chunk that is full of all words of the query; `nil` to count words in
  ///     full.
  package static func scores(
    of candidates: [Candidate], ranking: Ranking = .fused, scale: CosineScale = .reference,
    unreadShare: Double = 0, greatestKeyword: Double? = nil
  ) -> [(chunk: Int64, score: Double, parts: ScoreParts)] {
    let bestExact = candidates.map(\.exact).max() ?? 0
    let bestStemmed = candidates.map(\.stemmed).max() ?? 0
    // A small collection has no hundredth chunk: there, a cosine of 0, as unrelated texts have, counts as zero.
    let cosines = candidates.compactMap(\.cosine).sorted(by: >)
    let zero = scale.fromReference(0)
    let floor = cosines.count < listLimit ? zero : cosines[listLimit - 1]
    let leastSpread = scale.fromReference(leastSpread) - zero
    let found = (cosines.first ?? zero) - floor
    let spread = max(found, leastSpread)
    var trust = 1.0
    if let greatestKeyword, greatestKeyword > 0, scale != .reference {
      let sureness = min(1, max(0, found / leastSpread - sureSpread) / (1 - sureSpread))
      trust -= sureness * (1 - min(1, bestStemmed / greatestKeyword / fullKeywordShare))
    }
    let weight = cosineWeight + unreadShare * (leastCosineWeight - cosineWeight)
    return candidates.map { candidate in
      let exact = bestExact > 0 ? candidate.exact / bestExact : 0
      let stemmed = bestStemmed > 0 ? candidate.stemmed / bestStemmed : 0
      let keyword = trust * (stemmedWeight * stemmed + (1 - stemmedWeight) * exact)
      let lead = cosines.isEmpty ? nil : max(0, (candidate.cosine ?? floor) - floor) / spread
      let parts = ScoreParts(
        cosine: candidate.cosine, lead: lead, exact: candidate.exact, stemmed: candidate.stemmed, keyword: keyword)
      let score =
        switch (ranking, lead) {
        case (.keyword, _), (.fused, nil): keyword
        case (.vector, _): candidate.cosine ?? 0
        case (.fused, let lead?): weight * lead + (1 - weight) * keyword
        }
      return (candidate.chunk, score, parts)
    }
  }
}
