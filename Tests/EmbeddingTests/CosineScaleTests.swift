import Embedding
import TestSupport
import Testing

@Suite struct CosineScaleTests {
  private let other = CosineScale(median: 0.76, deviation: 0.024)

  @Test func theReferenceLeavesCosinesAsTheyAre() {
    for cosine in [-0.2, 0, 0.31, 1] {
      #expect(CosineScale.reference.toReference(cosine) == cosine)
      #expect(CosineScale.reference.fromReference(cosine) == cosine)
    }
  }

  @Test func theSameNumberOfDeviationsFromTheMedianIsTheSameNearness() {
    #expect(abs(other.toReference(0.76) - 0.01) < 1e-12)
    #expect(abs(other.toReference(0.784) - 0.095) < 1e-12)
    for cosine in [0.5, 0.76, 0.9] { #expect(abs(other.fromReference(other.toReference(cosine)) - cosine) < 1e-12) }
  }

  @Test func aScaleIsFittedToTheMiddleOfTheCosines() throws {
    var random = SeededGenerator(seed: 1)
    // The sum of twelve uniform numbers is nearly normal, with a variance of one.
    let unrelated = (0..<20_000).map { _ in
      0.76 + 0.024 * ((0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) })
    }
    // A few pairs of related texts change little.
    let scale = try #require(CosineScale(of: unrelated + Array(repeating: 0.95, count: 200)))
    #expect(abs(scale.median - 0.76) < 0.001 && abs(scale.deviation - 0.024) < 0.001)
  }

  @Test func fewOrEqualCosinesHaveNoScale() {
    #expect(CosineScale(of: []) == nil)
    #expect(CosineScale(of: (0..<27).map { Double($0) / 27 }) == nil)
    #expect(CosineScale(of: (0..<28).map { Double($0) / 28 }) != nil)
    #expect(CosineScale(of: Array(repeating: 0.7, count: 100)) == nil)
  }
}
