import CKernels

/// A weight matrix quantized to 8 bits, with a scale for each output and group of inputs.
// Written in `init`, read-only afterwards.
final class QuantizedMatrix: @unchecked Sendable {
  let matrix: quantized_matrix

  /// Returns the size of a group: 128 numbers if that divides the inputs, else fewer.
  static func group(of inputs: Int) -> Int {
    [128, 64, 32].first { inputs.isMultiple(of: $0) } ?? 16
  }

  init(_ linear: BERTWeights.Linear, factors: [Float]? = nil) {
    let (inputs, outputs) = (linear.inputs, linear.outputs)
    let group = Self.group(of: inputs)
    let scales = inputs / group * outputs
    matrix = quantized_matrix(
      numbers: UnsafeMutableRawPointer.allocate(byteCount: inputs * outputs, alignment: 64)
        .bindMemory(to: UInt8.self, capacity: inputs * outputs),
      scales: .allocate(capacity: scales), sums: .allocate(capacity: scales), inputs: inputs, outputs: outputs,
      group: group)
    quantized_fill(matrix, linear.weight.pointer, factors)
  }

  deinit {
    UnsafeMutableRawPointer(matrix.numbers).deallocate()
    matrix.scales.deallocate()
    matrix.sums.deallocate()
  }
}
