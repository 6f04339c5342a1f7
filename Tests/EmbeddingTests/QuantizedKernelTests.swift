import CKernels
import Foundation
import TestSupport
import Testing

@Suite struct QuantizedKernelTests {
  /// Memory of a matrix and of rows, as long as the test runs.
  private final class Memory {
    let matrix: quantized_matrix
    let rows: quantized_rows

    init(inputs: Int, outputs: Int, group: Int, rows count: Int) {
      let groups = inputs / group
      matrix = quantized_matrix(
        numbers: .allocate(capacity: inputs * outputs), scales: .allocate(capacity: groups * outputs),
        sums: .allocate(capacity: groups * outputs), inputs: inputs, outputs: outputs, group: group)
      rows = quantized_rows(
        numbers: .allocate(capacity: count * inputs), scales: .allocate(capacity: count * groups),
        middles: .allocate(capacity: count * groups), shifts: .allocate(capacity: count * groups))
    }

    deinit {
      matrix.numbers.deallocate()
      matrix.scales.deallocate()
      matrix.sums.deallocate()
      rows.numbers.deallocate()
      rows.scales.deallocate()
      rows.middles.deallocate()
      rows.shifts.deallocate()
    }

    func weight(_ output: Int, _ input: Int) -> Int {
      let place = (output / 16 * (matrix.inputs / 4) + input / 4) * 64 + output % 16 * 4 + input % 4
      return Int(matrix.numbers[place]) - 128
    }
  }

  private static let instructionSets = [
    QUANTIZED_BASELINE, QUANTIZED_AVX2, QUANTIZED_AVXVNNI, QUANTIZED_AVX512,
  ].filter { quantized_has($0) != 0 }

  private func random(_ count: Int, _ range: ClosedRange<Float>, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: range, using: &generator) }
  }

  @Test(
    arguments: [(16, 32, 16, 1), (32, 64, 16, 2), (48, 32, 48, 13), (384, 96, 128, 25), (1536, 32, 128, 12)],
    instructionSets)
  func aProductIsThatOfTheWholeNumbers(
    size: (Int, Int, Int, Int), instructions: quantized_instructions
  ) {
    let (inputs, outputs, group, rows) = size
    var generator = SeededGenerator(seed: UInt64(inputs + rows))
    // All of one sign, so that sums grow as large as they can; then of both.
    for range in [Float(0.5)...1, -1...1, -3 ... -2] {
      let weight = random(inputs * outputs, range, &generator)
      let x = random(inputs * rows, range, &generator)
      // Powers of two change nothing but the exponent.
      let powers: [Float] = [0.5, 1, 4]
      let factors: [Float] = (0..<inputs).map { _ in powers.randomElement(using: &generator) ?? 1 }
      let memory = Memory(inputs: inputs, outputs: outputs, group: group, rows: rows)
      quantized_fill(memory.matrix, weight, factors)
      quantized_round(instructions, memory.rows, x, factors.map { 1 / $0 }, rows, inputs, group)
      var out = [Float](repeating: .nan, count: rows * outputs)
      quantized_multiply(instructions, &out, memory.rows, memory.matrix, rows)
      for row in 0..<rows {
        for output in 0..<outputs {
          var (product, exact, error) = (Float.zero, 0.0, 1e-4)
          for part in 0..<inputs / group {
            let scale = memory.matrix.scales[part * outputs + output]
            let xScale = memory.rows.scales[row * (inputs / group) + part]
            var (sum, weights) = (0, 0)
            for input in part * group..<(part + 1) * group {
              sum += Int(memory.rows.numbers[row * inputs + input]) * memory.weight(output, input)
              weights += memory.weight(output, input)
              let (a, b) = (Double(x[row * inputs + input]), Double(weight[output * inputs + input]))
              exact += a * b
              // Each factor is off by half a step at most.
              let (xStep, wStep, factor) = (Double(xScale) * 0.501, Double(scale) * 0.501, Double(factors[input]))
              error += xStep * abs(b * factor)
              error += wStep * abs(a / factor) + xStep * wStep
            }
            let middle = memory.rows.middles[row * (inputs / group) + part]
            product += Float(sum) * (scale * xScale) + scale * Float(weights) * middle
          }
          #expect(out[row * outputs + output] == product)
          #expect(abs(Double(product) - exact) < error)
        }
      }
    }
  }

  @Test(arguments: instructionSets) func aRowIsRoundedToTheNearest(instructions: quantized_instructions) {
    let memory = Memory(inputs: 16, outputs: 32, group: 16, rows: 4)
    let x: [Float] =
      (0..<16).map { Float($0) - 3 } + [Float](repeating: 2.5, count: 16) + [Float](repeating: 0, count: 16)
      + [1e30, -1e30] + [Float](repeating: 1, count: 14)
    quantized_round(instructions, memory.rows, x, nil, 4, 16, 16)
    for (index, value) in x.enumerated() {
      let row = index / 16
      let back = Float(memory.rows.numbers[index]) * memory.rows.scales[row] + memory.rows.middles[row]
      #expect(abs(back - value) <= memory.rows.scales[row] * 0.501)
    }
    #expect(memory.rows.middles[1] == 2.5 && memory.rows.scales[1] == 0)
    for row in 0..<4 {
      let sum = (0..<16).reduce(0) { $0 + Int32(memory.rows.numbers[row * 16 + $1]) }
      #expect(memory.rows.shifts[row] == 128 * sum)
    }
  }

  @Test(arguments: instructionSets) func whatIsNoNumberDoesNoHarm(instructions: quantized_instructions) {
    let memory = Memory(inputs: 16, outputs: 32, group: 16, rows: 3)
    var x = [Float](repeating: 1, count: 48)
    (x[3], x[20], x[40]) = (.nan, .infinity, -.infinity)
    var weight = [Float](repeating: 1, count: 16 * 32)
    (weight[0], weight[17], weight[35]) = (.nan, .infinity, -.infinity)
    quantized_fill(memory.matrix, weight, nil)
    quantized_round(instructions, memory.rows, x, nil, 3, 16, 16)
    var out = [Float](repeating: 0, count: 96)
    quantized_multiply(instructions, &out, memory.rows, memory.matrix, 3)
    for index in 0..<48 { #expect(-127...127 ~= memory.rows.numbers[index]) }
  }
}
