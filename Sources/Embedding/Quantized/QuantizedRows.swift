import CKernels

/// Memory for rows quantized to 8 bits, with a scale and a middle for each group.
final class QuantizedRows {
  let rows: quantized_rows

  /// - Parameter count: The capacity: the numbers of all rows together.
  init(_ count: Int) {
    // The smallest group has 16 numbers.
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

  /// Quantizes rows to 8 bits, multiplying each number by its factor if there are any.
  func round(
    _ instructions: quantized_instructions, _ x: UnsafePointer<Float>, times factors: [Float]? = nil, count: Int,
    width: Int
  ) {
    quantized_round(instructions, rows, x, factors, count, width, QuantizedMatrix.group(of: width))
  }
}
