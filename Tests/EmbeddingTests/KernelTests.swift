import CKernels
import Embedding
import Foundation
import TestSupport
import Testing

/// The kernels of the encoder beside the same computed plainly in double precision.
struct KernelTests {
  private func random(_ count: Int, _ range: ClosedRange<Float>, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: range, using: &generator) }
  }

  /// Every number of rows up to two tiles, so that each size of tile has its turn.
  @Test(arguments: [(16, 32), (50, 96), (384, 64), (1536, 32)])
  func aPackedProductIsTheProduct(inputs: Int, outputs: Int) {
    var generator = SeededGenerator(seed: UInt64(inputs))
    let weight = random(inputs * outputs, -1...1, &generator)
    var packed = [Float](repeating: .nan, count: weight.count)
    products_pack(&packed, weight, inputs, outputs)
    for rows in 1...29 {
      let x = random(rows * inputs, -1...1, &generator)
      // One number behind the last, which must stay as it is.
      var out = [Float](repeating: .nan, count: rows * outputs) + [42]
      products_multiply(&out, x, packed, rows, inputs, outputs)
      var error = 0.0
      for row in 0..<rows {
        for output in 0..<outputs {
          let exact = (0..<inputs).reduce(0) {
            $0 + Double(x[row * inputs + $1]) * Double(weight[output * inputs + $1])
          }
          error = max(error, abs(Double(out[row * outputs + output]) - exact))
        }
      }
      #expect(error < 2e-7 * Double(inputs), "\(rows) rows")
      #expect(out.last == 42)
    }
  }

  /// A row's product does not depend on the rows beside it.
  @Test func aRowOfAProductIsTheSameInAnyCompany() {
    var generator = SeededGenerator(seed: 3)
    let (inputs, outputs, rows) = (384, 64, 31)
    let weight = random(inputs * outputs, -1...1, &generator)
    let x = random(rows * inputs, -1...1, &generator)
    var packed = weight
    products_pack(&packed, weight, inputs, outputs)
    var together = [Float](repeating: 0, count: rows * outputs)
    products_multiply(&together, x, packed, rows, inputs, outputs)
    for row in 0..<rows {
      var alone = [Float](repeating: 0, count: outputs)
      products_multiply(&alone, Array(x[row * inputs..<(row + 1) * inputs]), packed, 1, inputs, outputs)
      #expect(alone == Array(together[row * outputs..<(row + 1) * outputs]))
    }
  }

  @Test(arguments: [1, 2, 5, 11, 12, 13, 16, 31, 64, 97], InstructionSet.available)
  func attentionMixesValuesByTheSoftmaxOfScores(tokens: Int, instructions: InstructionSet) {
    for (heads, headWidth) in [(3, 32), (2, 16), (1, 48)] {
      var generator = SeededGenerator(seed: UInt64(tokens * headWidth))
      let width = heads * headWidth
      // Scores as far apart as the smallest power of two, too.
      for reach: Float in [1, 4, 30] {
        func numbers(_ count: Int) -> [Float] { random(count, -reach...reach, &generator) }
        let (query, key, value) = (numbers(tokens * width), numbers(tokens * width), numbers(tokens * width))
        let (queryBias, keyBias, valueBias) = (numbers(width), numbers(width), numbers(width))
        var out = [Float](repeating: .nan, count: tokens * width)
        var scratch = [Float](repeating: .nan, count: kernels_attention_scratch(tokens, headWidth))
        kernels_attention(
          instructions.kernels, &out, query, key, value, queryBias, keyBias, valueBias, tokens, heads, headWidth,
          &scratch)

        func row(_ x: [Float], _ bias: [Float], _ token: Int, _ head: Int) -> [Double] {
          (0..<headWidth).map {
            Double(x[token * width + head * headWidth + $0]) + Double(bias[head * headWidth + $0])
          }
        }
        var error = 0.0
        for head in 0..<heads {
          let keys = (0..<tokens).map { row(key, keyBias, $0, head) }
          let values = (0..<tokens).map { row(value, valueBias, $0, head) }
          for token in 0..<tokens {
            let asked = row(query, queryBias, token, head)
            let scores = keys.map { zip(asked, $0).reduce(0) { $0 + $1.0 * $1.1 } / Double(headWidth).squareRoot() }
            let highest = scores.max() ?? 0
            let powers = scores.map { exp($0 - highest) }
            let sum = powers.reduce(0, +)
            for place in 0..<headWidth {
              let exact = zip(powers, values).reduce(0) { $0 + $1.0 * $1.1[place] } / sum
              let found = out[token * width + head * headWidth + place]
              // A score's rounding, in proportion to its size, is a factor of its power.
              error = max(error, abs(Double(found) - exact) / Double(2 * reach))
            }
          }
        }
        #expect(error < 1e-6 * Double(max(1, reach * reach * 4)), "reach \(reach)")
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func geluIsThatOfTheNormalDistribution(instructions: InstructionSet) {
    let width = 48
    let x = (0..<width * 40).map { Float($0) / 40 - 24 }
    let bias = (0..<width).map { Float($0) / 100 }
    var out = x
    kernels_gelu(instructions.kernels, &out, bias, 40, width)
    for (place, found) in out.enumerated() {
      let sum = Double(x[place] + bias[place % width])
      #expect(abs(Double(found) - sum * 0.5 * (1 + erf(sum / 2.0.squareRoot()))) <= 3e-7 * abs(sum))
    }
  }

  @Test(arguments: InstructionSet.available)
  func rowsAreNormalizedAndAveraged(instructions: InstructionSet) {
    var generator = SeededGenerator(seed: 9)
    let (rows, width) = (5, 48)
    func numbers(_ count: Int) -> [Float] { random(count, -3...3, &generator) }
    let (x, residual) = (numbers(rows * width), numbers(rows * width))
    let (bias, gain, shift) = (numbers(width), numbers(width), numbers(width))
    var out = [Float](repeating: .nan, count: rows * width)
    kernels_add_and_normalize(instructions.kernels, &out, x, residual, bias, gain, shift, 1e-12, rows, width)
    var mean = [Float](repeating: .nan, count: width)
    kernels_mean_of_rows(instructions.kernels, &mean, x, rows, width)
    for row in 0..<rows {
      let sums = (0..<width).map { Double(x[row * width + $0]) + Double(residual[row * width + $0]) + Double(bias[$0]) }
      let center = sums.reduce(0, +) / Double(width)
      let spread = (sums.reduce(0) { $0 + ($1 - center) * ($1 - center) } / Double(width)).squareRoot()
      for place in 0..<width {
        let exact = (sums[place] - center) / spread * Double(gain[place]) + Double(shift[place])
        #expect(abs(Double(out[row * width + place]) - exact) < 1e-5)
      }
    }
    for place in 0..<width {
      let exact = (0..<rows).reduce(0) { $0 + Double(x[$1 * width + place]) } / Double(rows)
      #expect(abs(Double(mean[place]) - exact) < 1e-6)
    }
  }
}
