import CKernels
import Testing

@Suite struct CodeScanTests {
  /// Vectors as codes with bounds, kept as the scan wants them.
  private struct Panels {
    let dimensions: Int
    var vectors: [[Int]] = []
    var scales: [Float] = []
    var losses: [Float] = []

    func bytes() -> [UInt8] {
      let groups = (dimensions + 3) / 4
      var bytes = [UInt8](repeating: 0, count: (vectors.count + 15) / 16 * groups * 64)
      for (row, vector) in vectors.enumerated() {
        for (coordinate, code) in vector.enumerated() {
          bytes[row / 16 * groups * 64 + coordinate / 4 * 64 + row % 16 * 4 + coordinate % 4] = UInt8(code + 128)
        }
      }
      return bytes
    }
  }

  /// Copies that stay where they are until the last of them is done with.
  private final class Memory {
    private var copies: [UnsafeMutableRawPointer] = []

    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
      let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
      for (index, element) in elements.enumerated() { (copy + index).initialize(to: element) }
      copies.append(UnsafeMutableRawPointer(copy))
      return copy
    }

    deinit { for copy in copies { copy.deallocate() } }
  }

  private struct Found: Equatable {
    var rows: [UInt32]
    var limits: [Float]
    var bounds: [Float]
  }

  private func random(_ count: Int, dimensions: Int, using generator: inout SeededGenerator) -> Panels {
    var panels = Panels(dimensions: dimensions)
    for row in 0..<count {
      // The largest codes there are, now and then.
      panels.vectors.append(
        (0..<dimensions).map { _ in row % 7 == 0 ? 127 : .random(in: -127...127, using: &generator) })
      panels.scales.append(row % 11 == 3 ? 0 : .random(in: 0.5...1, using: &generator))
      panels.losses.append(.random(in: 0...40, using: &generator))
    }
    return panels
  }

  private func scan(
    _ panels: Panels, _ queries: [[Int16]], limit: Int, wanted: [UInt16]? = nil, with instructions: codes_instructions
  ) -> [Found] {
    let width = (panels.dimensions + 3) / 4 * 4
    let padded = queries.flatMap { $0 + [Int16](repeating: 0, count: width - $0.count) }
    let low = padded.map { Int8(truncatingIfNeeded: $0) }
    let high = zip(padded, low).map { Int8(($0 - Int16($1)) / 256) }
    let rows = panels.vectors.count
    let memory = Memory()
    let coded = queries.indices.map { query in
      codes_query(
        numbers: memory.copy(padded) + query * width, high: memory.copy(high) + query * width,
        low: memory.copy(low) + query * width, shift: queries[query].reduce(0) { $0 &+ Int32($1) } &* 128, scale: 0.5,
        loss: 2)
    }
    var nearest = queries.map { _ in
      codes_nearest(
        bounds: memory.copy([Float](repeating: 0, count: limit)), capacity: limit, count: 0,
        rows: memory.copy([UInt32](repeating: 0, count: rows)), limits: memory.copy([Float](repeating: 0, count: rows)),
        found: 0)
    }
    let all = codes_panels(
      codes: memory.copy(panels.bytes()), scales: memory.copy(panels.scales), losses: memory.copy(panels.losses),
      wanted: wanted.map { UnsafePointer(memory.copy($0)) }, panels: rows / 16, groups: width / 4)
    codes_scan(instructions, all, 100, coded, &nearest, queries.count)
    defer { withExtendedLifetime(memory) {} }
    return nearest.map { nearest in
      Found(
        rows: Array(UnsafeBufferPointer(start: nearest.rows, count: nearest.found)),
        limits: Array(UnsafeBufferPointer(start: nearest.limits, count: nearest.found)),
        bounds: Array(UnsafeBufferPointer(start: nearest.bounds, count: nearest.count)).sorted())
    }
  }

  private var instructionSets: [codes_instructions] {
    [CODES_BASELINE, CODES_AVX2, CODES_VNNI].filter { $0.rawValue <= codes_best_instructions().rawValue }
  }

  @Test(arguments: [1, 3, 4, 7, 8, 12, 384, 1021])
  func everyInstructionSetFindsWhatArithmeticSays(dimensions: Int) {
    var generator = SeededGenerator(seed: UInt64(dimensions))
    let panels = random(160, dimensions: dimensions, using: &generator)
    // As large as a product may be without passing 2^31.
    let largest = Int16(min(32_512, Int(Int32.max) / (127 * dimensions)))
    let queries: [[Int16]] =
      [[Int16](repeating: largest, count: dimensions), [Int16](repeating: -largest, count: dimensions)]
      + (0..<5).map { _ in (0..<dimensions).map { _ in .random(in: -largest...largest, using: &generator) } }
    for limit in [1, 5, 200] {
      for instructions in instructionSets {
        let results = scan(panels, queries, limit: limit, with: instructions)
        for (query, result) in zip(queries, results) {
          let live = panels.vectors.indices.filter { panels.scales[$0] > 0 }
          let middles = panels.vectors.map { vector in
            Float(zip(vector, query).reduce(0) { $0 + $1.0 * Int($1.1) })
          }
          let bounds = live.map { row in
            middles[row] * (panels.scales[row] * 0.5) - (panels.losses[row] + 2)
          }
          #expect(result.bounds == Array(bounds.sorted().suffix(limit)), "\(instructions)")
          let least = live.count < limit ? -Float.infinity : result.bounds[0]
          let limits = Dictionary(
            uniqueKeysWithValues: live.map { row in
              (UInt32(100 + row), middles[row] * (panels.scales[row] * 0.5) + (panels.losses[row] + 2))
            })
          let found = Dictionary(uniqueKeysWithValues: zip(result.rows, result.limits))
          #expect(found.filter { $0.value >= least } == limits.filter { $0.value >= least }, "\(instructions)")
          #expect(result.rows == result.rows.sorted())
        }
      }
    }
  }

  @Test func onlyWhatIsWantedIsFound() {
    var generator = SeededGenerator(seed: 5)
    let panels = random(64, dimensions: 8, using: &generator)
    let query = (0..<8).map { _ in Int16.random(in: -9000...9000, using: &generator) }
    let wanted: [UInt16] = [0, 0xffff, 0b100_0010, 0x8000]
    for instructions in instructionSets {
      let result = scan(panels, [query], limit: 64, wanted: wanted, with: instructions)[0]
      let rows = panels.vectors.indices.filter { panels.scales[$0] > 0 && wanted[$0 / 16] >> ($0 % 16) & 1 == 1 }
      #expect(result.rows == rows.map { UInt32(100 + $0) })
    }
  }
}
