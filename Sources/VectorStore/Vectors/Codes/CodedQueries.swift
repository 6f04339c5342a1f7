import CKernels
import Embedding

/// Queries quantized to integers, at stable addresses.
final class CodedQueries {
  let queries: UnsafeBufferPointer<codes_query>
  private let coded: UnsafeMutableBufferPointer<codes_query>
  private let numbers: UnsafeMutablePointer<Int16>
  private let high, low: UnsafeMutablePointer<Int8>

  init(_ vectors: [UnitVector]) {
    let dimensions = vectors.first?.dimensions ?? 0
    let width = CodeLayout(dimensions: dimensions).width
    coded = .allocate(capacity: vectors.count)
    numbers = .allocate(capacity: vectors.count * width)
    high = .allocate(capacity: vectors.count * width)
    low = .allocate(capacity: vectors.count * width)
    numbers.initialize(repeating: 0, count: vectors.count * width)
    high.initialize(repeating: 0, count: vectors.count * width)
    low.initialize(repeating: 0, count: vectors.count * width)
    // 32,512 is the largest number whose upper digit fits 8 bits; a product with codes of up to 127 stays below 2^31.
    let largestNumber = Float(min(32_512, Int(Int32.max) / (127 * max(1, dimensions))))
    for (query, vector) in vectors.enumerated() {
      let start = query * width
      let scale = vector.elements.reduce(0) { max($0, abs($1)) } / largestNumber
      var (rest, highRest) = (0.0, 0.0)
      var (sum, highSum): (Int32, Int32) = (0, 0)
      for (coordinate, element) in vector.elements.enumerated() {
        let rounded = max(-largestNumber, min(largestNumber, (element / scale).rounded()))
        let number = Int16(rounded)
        let lowDigit = Int8(truncatingIfNeeded: number)
        let highDigit = Int8((number - Int16(lowDigit)) / 256)
        let left = Double(element) - Double(scale) * Double(number)
        let highLeft = Double(element) - Double(scale) * 256 * Double(highDigit)
        rest += left * left
        highRest += highLeft * highLeft
        sum &+= Int32(number)
        highSum &+= Int32(highDigit)
        (numbers[start + coordinate], high[start + coordinate], low[start + coordinate]) = (number, highDigit, lowDigit)
      }
      // The codes of a vector of length one have length at most two. A part in a million exceeds the rounding errors of
      // a product below one in float.
      let loss = 2 * Float(rest.squareRoot()) + 1e-6
      coded.initializeElement(
        at: query,
        to: codes_query(
          numbers: numbers + start, high: high + start, low: low + start, shift: 128 &* sum,
          upper_shift: 253 &* highSum, scale: scale, loss: loss, upper_loss: 1.01 * Float(highRest.squareRoot())))
    }
    queries = UnsafeBufferPointer(coded)
  }

  deinit {
    coded.deallocate()
    numbers.deallocate()
    high.deallocate()
    low.deallocate()
  }
}
