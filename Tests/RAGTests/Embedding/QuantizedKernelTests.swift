import CKernels
import Foundation
import Testing

@Suite struct QuantizedKernelTests {
  /// Memory of a matrix and of rows, as long as the test runs.
  private final class Memory {
    let matrix: quantized_matrix
    let rows: quantized_rows

    init(inputs: Int, outputs: Int, rows count: Int) {
      matrix = quantized_matrix(
        numbers: .allocate(capacity: inputs * outputs), scales: .allocate(capacity: outputs),
        sums: .allocate(capacity: outputs), inputs: inputs, outputs: outputs)
      rows = quantized_rows(
        numbers: .allocate(capacity: count * inputs), scales: .allocate(capacity: count),
        middles: .allocate(capacity: count), shifts: .allocate(capacity: count))
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

  private func random(_ count: Int, _ range: ClosedRange<Float>, _ generator: inout SeededGenerator) -> [Float] {
    (0..<count).map { _ in .random(in: range, using: &generator) }
  }

  @Test(arguments: [(16, 32, 1), (16, 64, 2), (48, 32, 13), (384, 96, 25), (1536, 32, 12)])
  func aProductIsThatOfTheWholeNumbers(inputs: Int, outputs: Int, rows: Int) {
    var generator = SeededGenerator(seed: UInt64(inputs + rows))
    // All of one sign, so that sums grow as large as they can; then of both.
    for range in [Float(0.5)...1, -1...1, -3 ... -2] {
      let weight = random(inputs * outputs, range, &generator)
      let x = random(inputs * rows, range, &generator)
      let memory = Memory(inputs: inputs, outputs: outputs, rows: rows)
      quantized_fill(memory.matrix, weight)
      quantized_round(memory.rows, x, rows, inputs)
      var out = [Float](repeating: .nan, count: rows * outputs)
      quantized_multiply(&out, memory.rows, memory.matrix, rows)
      for row in 0..<rows {
        for output in 0..<outputs {
          let scale = memory.matrix.scales[output]
          let (xStep, wStep) = (Double(memory.rows.scales[row]) * 0.501, Double(scale) * 0.501)
          var (sum, weights, exact, error) = (0, 0, 0.0, 1e-4)
          for input in 0..<inputs {
            sum += Int(memory.rows.numbers[row * inputs + input]) * memory.weight(output, input)
            weights += memory.weight(output, input)
            let (a, b) = (Double(x[row * inputs + input]), Double(weight[output * inputs + input]))
            exact += a * b
            // Each factor is off by half a step at most.
            error += xStep * abs(b) + wStep * abs(a) + xStep * wStep
          }
          let product =
            Float(sum) * (scale * memory.rows.scales[row]) + scale * Float(weights) * memory.rows.middles[row]
          let found = out[row * outputs + output]
          #expect(found == product)
          #expect(abs(Double(found) - exact) < error)
        }
      }
    }
  }

  @Test func aRowIsRoundedToTheNearest() {
    let memory = Memory(inputs: 16, outputs: 32, rows: 4)
    let x: [Float] =
      (0..<16).map { Float($0) - 3 } + [Float](repeating: 2.5, count: 16) + [Float](repeating: 0, count: 16)
      + [1e30, -1e30] + [Float](repeating: 1, count: 14)
    quantized_round(memory.rows, x, 4, 16)
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

  @Test func whatIsNoNumberDoesNoHarm() {
    let memory = Memory(inputs: 16, outputs: 32, rows: 3)
    var x = [Float](repeating: 1, count: 48)
    (x[3], x[20], x[40]) = (.nan, .infinity, -.infinity)
    var weight = [Float](repeating: 1, count: 16 * 32)
    (weight[0], weight[17], weight[35]) = (.nan, .infinity, -.infinity)
    quantized_fill(memory.matrix, weight)
    quantized_round(memory.rows, x, 3, 16)
    var out = [Float](repeating: 0, count: 96)
    quantized_multiply(&out, memory.rows, memory.matrix, 3)
    for index in 0..<48 { #expect(-127...127 ~= memory.rows.numbers[index]) }
  }
}
