import CKernels
import TestSupport
import Testing

@Suite struct CodeScanTests {
  /// Vectors as codes with bounds, kept as the scan wants them.
  private struct Panels {
    let dimensions: Int
    var vectors: [[Int]] = []
    var scales: [Float] = []
    var losses: [Float] = []

    var squares: Int { (dimensions + 15) / 16 }

    /// The codes of each panel.
    func bytes() -> [[UInt8]] {
      var panels = [[UInt8]](repeating: [UInt8](repeating: 0, count: squares * 256), count: (vectors.count + 15) / 16)
      for (row, vector) in vectors.enumerated() {
        for (coordinate, code) in vector.enumerated() {
          panels[row / 16][coordinate / 4 * 64 + row % 16 * 4 + coordinate % 4] = UInt8(code + 128)
        }
      }
      return panels
    }

    /// The upper and the lower bits of all panels.
    func parts() -> (upper: [UInt8], lower: [UInt8]) {
      var parts: (upper: [UInt8], lower: [UInt8]) = ([], [])
      for panel in bytes() {
        var upper = [UInt8](repeating: 0, count: squares * 192)
        var lower = [UInt8](repeating: 0, count: squares * 64)
        codes_part(&upper, &lower, panel, squares)
        parts.upper += upper
        parts.lower += lower
      }
      return parts
    }

    /// What the upper bits leave out at most: their codes are off by 1.5, and what the codes leave out.
    var upperLosses: [Float] {
      zip(scales, losses).map { $0 * 1.5 * Float(dimensions).squareRoot() * 1.0001 + $1 }
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

  private static let queryLoss: Float = 0.01

  /// With it no query is longer than 1.
  private static func queryScale(dimensions: Int) -> Float {
    1 / (32_512 * Float(dimensions).squareRoot())
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
      // No vector is longer than 1.
      let longest = Float(127) * Float(dimensions).squareRoot()
      panels.scales.append(row % 11 == 3 ? 0 : .random(in: 0.5...1, using: &generator) / longest)
      panels.losses.append(.random(in: 0...0.2, using: &generator))
    }
    return panels
  }

  private func scan(
    _ panels: Panels, _ queries: [[Int16]], limit: Int, wanted: [UInt16]? = nil, with instructions: codes_instructions
  ) -> [Found] {
    let width = panels.squares * 16
    let padded = queries.flatMap { $0 + [Int16](repeating: 0, count: width - $0.count) }
    let low = padded.map { Int8(truncatingIfNeeded: $0) }
    let high = zip(padded, low).map { Int8(($0 - Int16($1)) / 256) }
    let rows = panels.vectors.count
    let scale = Self.queryScale(dimensions: panels.dimensions)
    let memory = Memory()
    let coded = queries.indices.map { query in
      let digits = query * width..<(query + 1) * width
      let lowSquares = low[digits].reduce(Float(0)) { $0 + Float($1) * Float($1) }
      return codes_query(
        numbers: memory.copy(padded) + query * width, high: memory.copy(high) + query * width,
        low: memory.copy(low) + query * width, shift: queries[query].reduce(0) { $0 &+ Int32($1) } &* 128,
        upper_shift: high[digits].reduce(0) { $0 &+ Int32($1) } &* 253, scale: scale, loss: Self.queryLoss,
        upper_loss: scale * lowSquares.squareRoot() * 1.01)
    }
    var nearest = queries.map { _ in
      codes_nearest(
        bounds: memory.copy([Float](repeating: 0, count: limit)), capacity: limit, count: 0,
        rows: memory.copy([UInt32](repeating: 0, count: rows)), limits: memory.copy([Float](repeating: 0, count: rows)),
        found: 0)
    }
    let parts = panels.parts()
    let all = codes_panels(
      upper: memory.copy(parts.upper), lower: memory.copy(parts.lower), scales: memory.copy(panels.scales),
      losses: memory.copy(panels.losses), upper_losses: memory.copy(panels.upperLosses),
      wanted: wanted.map { UnsafePointer(memory.copy($0)) }, panels: rows / 16, squares: panels.squares)
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
          let scale = Self.queryScale(dimensions: dimensions)
          let bounds = live.map { row in
            middles[row] * (panels.scales[row] * scale) - (panels.losses[row] + Self.queryLoss)
          }
          #expect(result.bounds == Array(bounds.sorted().suffix(limit)), "\(instructions)")
          let least = live.count < limit ? -Float.infinity : result.bounds[0]
          let limits = Dictionary(
            uniqueKeysWithValues: live.map { row in
              (UInt32(100 + row), middles[row] * (panels.scales[row] * scale) + (panels.losses[row] + Self.queryLoss))
            })
          let found = Dictionary(uniqueKeysWithValues: zip(result.rows, result.limits))
          #expect(found.filter { $0.value >= least } == limits.filter { $0.value >= least }, "\(instructions)")
          #expect(result.rows == result.rows.sorted())
        }
      }
    }
  }

  @Test(arguments: [1, 16, 17, 384])
  func codesTakenApartAreTheSameTogether(dimensions: Int) {
    var generator = SeededGenerator(seed: UInt64(dimensions))
    let squares = (dimensions + 15) / 16
    let codes = (0..<squares * 256).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var (upper, lower) = ([UInt8](repeating: 0, count: squares * 192), [UInt8](repeating: 0, count: squares * 64))
    codes_part(&upper, &lower, codes, squares)
    var joined = [UInt8](repeating: 0, count: codes.count)
    codes_join(&joined, upper, lower, squares)
    #expect(joined == codes)
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
