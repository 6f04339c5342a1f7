/// Tells from the retrieved passages alone whether a question's topic is in the notes at all.
///
/// `0.6 · best cosine + 0.4 · coverage` under the cut refuses 94 % of the questions of another topic and loses 0.6 %
/// of the answerable ones (3,019 and 290 SQuAD questions; up to 2 % on German). It does not see a missing page within
/// a topic that is there: for that the model is asked.
package enum RefusalGate {
  package static let cosineWeight = 0.6
  /// Below this the topic is not in the notes.
  package static let cut = 0.33
  /// The same for a model whose own doubt is asked next: it sees what a looser gate lets through, and short questions
  /// in other languages than English lie close to the cut.
  package static let cutBeforeProbe = 0.27
  /// From here on the passages fit the question so well that its answer is never called absent, whatever the model
  /// says.
  package static let strongMatch = 0.5
  /// Below this, and below `nearCosine`, nothing is near what someone searches for.
  ///
  /// Of 250 answerable queries each of four sets in English, German and Chinese and of 69 of a help vault, none is
  /// lost; of those of other topics 82 to 92 % find nothing, and of nonsense 97 to 100 %.
  static let cutOfSearch = 0.27
  /// A passage as near as this is found for its meaning, though it shares no word.
  static let nearCosine = 0.38
  /// How many passages are looked at for coverage.
  package static let passages = 3

  /// The gate's score, 0 … 1.
  ///
  /// - Parameters:
  ///   - cosine: The best cosine; `nil` without an encoder, then coverage decides alone.
  ///   - weights: The inverse document frequency of each of the question's stems.
  ///   - stems: The stems of each of the best passages.
  package static func score(cosine: Double?, weights: [String: Double], stems: [Set<String>]) -> Double {
    let coverage = stems.prefix(passages).map { share(of: weights, in: $0) }.max() ?? 0
    guard let cosine else { return coverage }
    return cosineWeight * max(0, cosine) + (1 - cosineWeight) * coverage
  }

  /// Whether passages are near enough to a query to be shown to someone who searches.
  static func isNear(cosine: Double, weights: [String: Double], stems: [Set<String>]) -> Bool {
    cosine >= nearCosine || score(cosine: cosine, weights: weights, stems: stems) >= cutOfSearch
  }

  /// The share of the weights whose stems are in a set; 0 if nothing has weight.
  static func share(of weights: [String: Double], in stems: Set<String>) -> Double {
    let total = weights.values.reduce(0, +)
    guard total > 0 else { return 0 }
    return weights.reduce(0) { stems.contains($1.key) ? $0 + $1.value : $0 } / total
  }
}
