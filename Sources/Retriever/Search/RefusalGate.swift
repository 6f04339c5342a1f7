/// Decides from the retrieved passages alone whether a question's topic is in the notes at all.
///
/// Refusing questions with `0.6 · best cosine + 0.4 · coverage` below the threshold rejects 94% of those on another
/// topic and 0.6% of the answerable ones (3,019 and 290 SQuAD questions; up to 2% in German). It does not detect a
/// missing page within a known topic: for that, the model is asked.
package enum RefusalGate {
  package static let cosineWeight = 0.6
  /// The score below which the topic is not in the notes.
  package static let threshold = 0.33
  /// The same for a model that is probed next: the probe catches what a looser gate lets through, and short questions
  /// in languages other than English are close to the threshold.
  package static let thresholdBeforeProbe = 0.27
  /// The score from which the passages fit so well that the answer is never called absent, even if the model says so.
  package static let strongMatch = 0.5
  /// The score below which, with a cosine below `nearCosine`, nothing is near a search.
  ///
  /// Loses none of 250 answerable queries from each of four sets in English, German and Chinese, nor of 69 from a help
  /// vault; finds nothing for 82 to 92% of those on other topics, and for 97 to 100% of nonsense.
  static let searchThreshold = 0.27
  /// The cosine from which a passage is found for its meaning, even if it shares no word.
  static let nearCosine = 0.38
  /// The number of passages examined for coverage.
  package static let passages = 3

  /// Returns the gate's score, 0 … 1.
  ///
  /// - Parameters:
  ///   - cosine: The best cosine; `nil` without an encoder, when coverage decides alone.
  ///   - weights: The inverse document frequency of each of the question's stems.
  ///   - stems: The stems of each of the best passages.
  package static func score(cosine: Double?, weights: [String: Double], stems: [Set<String>]) -> Double {
    let coverage = stems.prefix(passages).map { share(of: weights, in: $0) }.max() ?? 0
    guard let cosine else { return coverage }
    return cosineWeight * max(0, cosine) + (1 - cosineWeight) * coverage
  }

  /// Whether passages are near enough to a query to be shown as results of a search.
  static func isNear(cosine: Double, weights: [String: Double], stems: [Set<String>]) -> Bool {
    cosine >= nearCosine || score(cosine: cosine, weights: weights, stems: stems) >= searchThreshold
  }

  /// Returns the share of the weights whose stems are in a set; 0 if nothing has weight.
  static func share(of weights: [String: Double], in stems: Set<String>) -> Double {
    // A dictionary's order differs from process to process, and with it the last bit of the sum.
    let sorted = weights.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let total = sorted.reduce(0) { $0 + $1.value }
    guard total > 0 else { return 0 }
    return sorted.reduce(0) { stems.contains($1.key) ? $0 + $1.value : $0 } / total
  }
}
