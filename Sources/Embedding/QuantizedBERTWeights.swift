import CKernels

/// The matrices of a BERT model's layers as 8-bit numbers: a quarter of their size, beside the mapped file.
struct QuantizedBERTWeights: Sendable {
  struct Layer: Sendable {
    var query, key, value, output, inner, outer: QuantizedMatrix
  }

  var layers: [Layer]

  /// Takes some 10 ms for the 10.6 million numbers of MiniLM.
  init(_ weights: BERTWeights) {
    layers = weights.layers.map { layer in
      Layer(
        query: QuantizedMatrix(layer.query), key: QuantizedMatrix(layer.key), value: QuantizedMatrix(layer.value),
        output: QuantizedMatrix(layer.output), inner: QuantizedMatrix(layer.inner), outer: QuantizedMatrix(layer.outer))
    }
  }
}

/// A weight matrix as 8-bit numbers, with a scale for each output.
// Written when it is made, and never after.
final class QuantizedMatrix: @unchecked Sendable {
  let matrix: quantized_matrix

  init(_ linear: BERTWeights.Linear) {
    matrix = quantized_matrix(
      numbers: UnsafeMutableRawPointer.allocate(byteCount: linear.inputs * linear.outputs, alignment: 64)
        .bindMemory(to: UInt8.self, capacity: linear.inputs * linear.outputs),
      scales: .allocate(capacity: linear.outputs), sums: .allocate(capacity: linear.outputs), inputs: linear.inputs,
      outputs: linear.outputs)
    quantized_fill(matrix, linear.weight.pointer)
  }

  deinit {
    UnsafeMutableRawPointer(matrix.numbers).deallocate()
    matrix.scales.deallocate()
    matrix.sums.deallocate()
  }
}

/// Memory for rows as 8-bit numbers, with a scale and a middle for each.
final class QuantizedRows {
  let rows: quantized_rows

  /// - Parameters:
  ///   - rows: The most rows.
  ///   - bytes: The most numbers of all rows together.
  init(rows count: Int, bytes: Int) {
    rows = quantized_rows(
      numbers: .allocate(capacity: bytes), scales: .allocate(capacity: count), middles: .allocate(capacity: count),
      shifts: .allocate(capacity: count))
  }

  deinit {
    rows.numbers.deallocate()
    rows.scales.deallocate()
    rows.middles.deallocate()
    rows.shifts.deallocate()
  }
}
