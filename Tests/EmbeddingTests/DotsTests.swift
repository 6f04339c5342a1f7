import CKernels
import TestSupport
import Testing

/// Products with a matrix as it stands, in each instruction set that this processor has.
struct DotsTests {
  private let instructionSets = [DOTS_BASELINE, DOTS_AVX2, DOTS_AVX512].filter {
    $0.rawValue <= dots_best_instructions().rawValue
  }

  private func random(_ count: Int, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: -1...1, using: &generator) }
  }

  /// Inputs and outputs that do not fill what is taken at a time, and rows up to two blocks and one more.
  @Test(arguments: [(16, 4), (48, 132), (384, 64), (400, 20), (1536, 8)])
  func aProductIsTheProduct(inputs: Int, outputs: Int) {
    var generator = SeededGenerator(seed: UInt64(inputs))
    let most = 25
    let (x, weight) = (random(most * inputs, &generator), random(outputs * inputs, &generator))
    let exact = (0..<most * outputs).map { place in
      (0..<inputs).reduce(0) {
        $0 + Double(x[place / outputs * inputs + $1]) * Double(weight[place % outputs * inputs + $1])
      }
    }
    for instructions in instructionSets {
      for rows in 1...most {
        // One number behind the last, which must stay as it is.
        var out = [Float](repeating: .nan, count: rows * outputs) + [42]
        dots_multiply(instructions, &out, x, weight, rows, inputs, outputs)
        let errors = zip(out.dropLast(), exact).map { abs(Double($0) - $1) }
        // Not the largest error: no number is larger or smaller than NaN.
        #expect(errors.allSatisfy { $0 < 1e-7 * Double(inputs) }, "\(rows) rows, \(instructions)")
        #expect(out.last == 42)
      }
    }
  }

  @Test func aRowsProductIsTheSameInAnyCompany() {
    var generator = SeededGenerator(seed: 3)
    let (inputs, outputs, rows) = (1536, 64, 31)
    let (x, weight) = (random(rows * inputs, &generator), random(outputs * inputs, &generator))
    for instructions in instructionSets {
      var together = [Float](repeating: 0, count: rows * outputs)
      dots_multiply(instructions, &together, x, weight, rows, inputs, outputs)
      for row in 0..<rows {
        var alone = [Float](repeating: 0, count: outputs)
        dots_multiply(instructions, &alone, Array(x[row * inputs..<(row + 1) * inputs]), weight, 1, inputs, outputs)
        #expect(alone == Array(together[row * outputs..<(row + 1) * outputs]))
      }
    }
  }

  /// The baseline rounds each product where it has no fused additions.
  @Test func widerVectorsChangeNoBit() {
    var generator = SeededGenerator(seed: 5)
    let (inputs, outputs, rows) = (784, 36, 17)
    let (x, weight) = (random(rows * inputs, &generator), random(outputs * inputs, &generator))
    let products = instructionSets.dropFirst().map { instructions in
      var out = [Float](repeating: .nan, count: rows * outputs)
      dots_multiply(instructions, &out, x, weight, rows, inputs, outputs)
      return out
    }
    #expect(products.allSatisfy { $0 == products.first })
  }
}
