/// Where the cosines of an encoder lie: some give unrelated texts 0, others 0.8.
///
///     CosineScale(median: 0.76, deviation: 0.024)  // multilingual-e5-small
///
/// Rankings and refusals are decided on the scale of all-MiniLM-L6-v2, for which their constants were chosen. Another
/// encoder's scale is fitted on the chunks of each index.
public struct CosineScale: Sendable, Hashable {
  /// The median cosine of two unrelated texts.
  public var median: Double
  /// Half of the distance between the 16th and the 84th percentile of such cosines: one standard deviation, if they
  /// are distributed normally.
  public var deviation: Double

  /// Creates a scale.
  public init(median: Double, deviation: Double) {
    self.median = median
    self.deviation = deviation
  }

  /// The scale of all-MiniLM-L6-v2: that of the chunks of XQuAD and HotpotQA.
  public static let reference = CosineScale(median: 0.01, deviation: 0.085)

  /// Fits a scale to the cosines of pairs of texts, most of them unrelated; `nil` if they are too few or all equal.
  package init?(of cosines: [Double]) {
    guard cosines.count >= Self.leastPairs else { return nil }
    let sorted = cosines.sorted()
    func quantile(_ share: Double) -> Double { sorted[Int(share * Double(sorted.count - 1))] }
    self.init(median: quantile(0.5), deviation: (quantile(0.84) - quantile(0.16)) / 2)
    guard median.isFinite, deviation > Self.leastDeviation else { return nil }
  }

  /// The pairs of eight chunks.
  private static let leastPairs = 28
  /// Cosines that differ less are those of rounding errors.
  private static let leastDeviation = 1e-3

  /// Returns the cosine that all-MiniLM-L6-v2 would give texts which are as near.
  package func toReference(_ cosine: Double) -> Double {
    self == .reference
      ? cosine : Self.reference.median + (cosine - median) * Self.reference.deviation / deviation
  }

  /// Returns the cosine that this encoder gives texts which are as near as all-MiniLM-L6-v2 says.
  package func fromReference(_ cosine: Double) -> Double {
    self == .reference
      ? cosine : median + (cosine - Self.reference.median) * deviation / Self.reference.deviation
  }

  /// Returns the scale of an encoder for which the constants were chosen; `nil` for others.
  package static func known(for space: EmbeddingSpace) -> CosineScale? {
    space.name.hasPrefix("all-MiniLM-L6-v2") ? .reference : nil
  }
}
