import CKernels

/// The matrices of a BERT model's layers as 8-bit numbers: a quarter of their size, beside the mapped file.
///
/// A row of weights or of inputs has a scale for each 128 of its numbers. What a layer norm gives out is evened out first,
/// by how large its gain and shift let each number become. On a third of a set of 780 texts that brings the median
/// cosine to the floats' vectors from 0.9986 to 0.9996.
struct QuantizedBERTWeights: Sendable {
  struct Layer: Sendable {
    /// What the layer's input is divided by, and its middle's.
    var inputFactors, middleFactors: [Float]
    var query, key, value, output, inner, outer: QuantizedMatrix
  }

  var layers: [Layer]

  /// Takes some 20 ms for the 10.6 million numbers of MiniLM.
  init(_ weights: BERTWeights) {
    var norm = weights.norm
    layers = weights.layers.map { layer in
      let input = Self.factors(of: norm, before: [layer.query, layer.key, layer.value])
      let middle = Self.factors(of: layer.attentionNorm, before: [layer.inner])
      norm = layer.outerNorm
      return Layer(
        inputFactors: input.map { 1 / $0 }, middleFactors: middle.map { 1 / $0 },
        query: QuantizedMatrix(layer.query, factors: input), key: QuantizedMatrix(layer.key, factors: input),
        value: QuantizedMatrix(layer.value, factors: input), output: QuantizedMatrix(layer.output),
        inner: QuantizedMatrix(layer.inner, factors: middle), outer: QuantizedMatrix(layer.outer))
    }
  }

  /// For each number that a norm gives out, the square root of how large it may become, three standard deviations taken,
  /// over how large the weights are that it meets.
  private static func factors(of norm: BERTWeights.Norm, before matrices: [BERTWeights.Linear]) -> [Float] {
    let inputs = matrices[0].inputs
    var largest = [Float](repeating: 0, count: inputs)
    for matrix in matrices {
      for place in 0..<inputs * matrix.outputs {
        largest[place % inputs] = max(largest[place % inputs], abs(matrix.weight.pointer[place]))
      }
    }
    return (0..<inputs).map { input in
      let reach = abs(norm.shift.pointer[input]) + 3 * abs(norm.gain.pointer[input])
      return (max(reach, 1e-6) / max(largest[input], 1e-6)).squareRoot()
    }
  }
}

/// A weight matrix as 8-bit numbers, with a scale for each output and group of inputs.
// Written when it is made, and never after.
final class QuantizedMatrix: @unchecked Sendable {
  let matrix: quantized_matrix

  /// The size of a group: 128 numbers where the inputs are so many times over.
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

/// Memory for rows as 8-bit numbers, with a scale and a middle for each group.
final class QuantizedRows {
  let rows: quantized_rows

  /// - Parameter count: The most numbers of all rows together.
  init(_ count: Int) {
    // No group is smaller.
    let groups = count / 16
    rows = quantized_rows(
      numbers: .allocate(capacity: count), scales: .allocate(capacity: groups), middles: .allocate(capacity: groups),
      shifts: .allocate(capacity: groups))
  }

  deinit {
    rows.numbers.deallocate()
    rows.scales.deallocate()
    rows.middles.deallocate()
    rows.shifts.deallocate()
  }

  /// Makes rows 8-bit numbers, each number times its factor where there are any.
  func round(_ x: UnsafePointer<Float>, times factors: [Float]? = nil, count: Int, width: Int) {
    quantized_round(rows, x, factors, count, width, QuantizedMatrix.group(of: width))
  }
}
