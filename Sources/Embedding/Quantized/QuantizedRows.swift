import CKernels

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
  func round(
    _ instructions: quantized_instructions, _ x: UnsafePointer<Float>, times factors: [Float]? = nil, count: Int,
    width: Int
  ) {
    quantized_round(instructions, rows, x, factors, count, width, QuantizedMatrix.group(of: width))
  }
}
