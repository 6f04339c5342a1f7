import Foundation

/// A figure measured on a sample, with its 95 % confidence interval.
public struct Estimate: Sendable, Hashable, Codable {
  /// The figure.
  public var value: Double
  /// The lower end of the interval.
  public var low: Double
  /// The upper end of the interval.
  public var high: Double

  /// The normal distribution's quantile of 97.5 %.
  private static let quantile = 1.959964

  /// The share of a sample, with Wilson's score interval (1927), which holds for small samples and extreme shares.
  ///
  /// Returns `nil` for an empty sample.
  public init?(share count: Int, of total: Int) {
    guard total > 0 else { return nil }
    let (share, n, z) = (Double(count) / Double(total), Double(total), Self.quantile)
    let center = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    (value, low, high) = (share, max(0, center - half), min(1, center + half))
  }

  /// A figure of any kind, with the percentile interval of 1,000 bootstrap samples (Efron 1979).
  ///
  /// The same sample gives the same interval. Returns `nil` for an empty sample.
  public init?<Element>(of sample: [Element], _ figure: ([Element]) -> Double) {
    guard !sample.isEmpty else { return nil }
    value = figure(sample)
    var generator = SplitMix(state: 0)
    let figures = (0..<1000).map { _ in
      figure(sample.map { _ in sample[Int.random(in: sample.indices, using: &generator)] })
    }.sorted()
    (low, high) = (figures[25], figures[974])
  }
}
