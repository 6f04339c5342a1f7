import Embedding
import TestSupport
import Testing

struct UnitVectorTests {
  @Test func aVectorWithoutDirectionHasNoUnitVector() {
    #expect(UnitVector(normalizing: [0, 0]) == nil)
  }

  @Test func anyDirectionIsScaledToLengthOne() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let scale = Float.random(in: -30...30, using: &random)
      let elements = (0..<Int.random(in: 1...64, using: &random)).map { _ in
        Float.random(in: -1...1, using: &random) * Float(sign: .plus, exponent: Int(scale), significand: 1)
      }
      let vector = try #require(UnitVector(normalizing: elements))
      let length = vector.elements.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
      #expect(abs(length - 1) < 1e-5)
      let place = try #require(elements.indices.max { abs(elements[$0]) < abs(elements[$1]) })
      #expect(elements[place].sign == vector.elements[place].sign)
    }
  }

  @Test(arguments: [[], [0, 0], [.nan, 1], [.infinity, 1], [-.infinity]] as [[Float]])
  func whatHasNoDirectionHasNoUnitVector(elements: [Float]) {
    #expect(UnitVector(normalizing: elements) == nil)
  }

  @Test func theSmallestAndTheLargestNumbersHaveADirection() {
    #expect(UnitVector(normalizing: [.leastNonzeroMagnitude, 0])?.elements == [1, 0])
    #expect(UnitVector(normalizing: [0, -.greatestFiniteMagnitude])?.elements == [0, -1])
  }

  @Test func theCosineIsSymmetricAndBounded() throws {
    let first = try #require(UnitVector(normalizing: [3, 4]))
    let second = try #require(UnitVector(normalizing: [-4, 3]))
    let longer = try #require(UnitVector(normalizing: [1, 0, 0]))
    #expect(first.cosine(to: first) == 1)
    #expect(try abs(#require(first.cosine(to: second))) < 1e-7)
    #expect(first.cosine(to: longer) == nil)
  }
}
