import CKernels
import Embedding

extension VectorCodes {
  /// For each query, the slots that may be among the `limit` nearest to it, in ascending order.
  ///
  /// By Cauchy and Schwarz, what the codes of a vector leave out changes its product with a query of length one by no
  /// more than its own length. So each code gives a lower and an upper bound; a vector is left out when as many lower
  /// bounds as are wanted lie above its upper bound, and those nearest, and whatever ties with the last of them, never
  /// are. With random vectors of 384 coordinates some forty of a million are left for a limit of ten.
  ///
  /// Cost: one pass over all codes at the speed of memory, for up to eight queries; more of them cost arithmetic.
  ///
  /// - Parameter wanted: A bit for each slot, sixteen in a number; all slots where there is none.
  func candidates(
    for queries: [UnitVector], limit: Int, wanted: [UInt16]? = nil,
    instructions: codes_instructions = codes_best_instructions()
  ) -> [[Int]] {
    let limit = min(limit, slots)
    guard limit > 0, let largest = segments.map(\.slots).max() else { return queries.map { _ in [] } }
    let coded = CodedQueries(queries)
    let bounds = UnsafeMutablePointer<Float>.allocate(capacity: queries.count * limit)
    let rows = UnsafeMutablePointer<UInt32>.allocate(capacity: queries.count * largest)
    let limits = UnsafeMutablePointer<Float>.allocate(capacity: queries.count * largest)
    defer { for memory in [bounds, limits] { memory.deallocate() } }
    defer { rows.deallocate() }
    var nearest = queries.indices.map { query in
      codes_nearest(
        bounds: bounds + query * limit, capacity: limit, count: 0, rows: rows + query * largest,
        limits: limits + query * largest, found: 0)
    }
    var found = [[(slot: Int, limit: Float)]](repeating: [], count: queries.count)
    var first = 0
    for segment in segments {
      nearest.withUnsafeMutableBufferPointer { nearest in
        guard let nearest = nearest.baseAddress else { return }
        if let wanted {
          wanted.withUnsafeBufferPointer {
            let ofSegment = $0.baseAddress.map { $0 + first / CodeLayout.panel }
            segment.scan(instructions, first: first, wanted: ofSegment, coded.queries, nearest)
          }
        } else {
          segment.scan(instructions, first: first, wanted: nil, coded.queries, nearest)
        }
      }
      for query in queries.indices {
        let least = nearest[query].least
        for index in 0..<nearest[query].found where nearest[query].limits[index] >= least {
          found[query].append((Int(nearest[query].rows[index]), nearest[query].limits[index]))
        }
        nearest[query].found = 0
      }
      first += segment.slots
    }
    return queries.indices.map { query in
      let least = nearest[query].least
      return found[query].filter { $0.limit >= least }.map(\.slot)
    }
  }
}

extension codes_nearest {
  /// What a vector's upper bound must reach.
  fileprivate var least: Float { count < capacity ? -.infinity : bounds[0] }
}

/// Queries as whole numbers, in memory that stays where it is.
private final class CodedQueries {
  let queries: UnsafeBufferPointer<codes_query>
  private let coded: UnsafeMutableBufferPointer<codes_query>
  private let numbers: UnsafeMutablePointer<Int16>
  private let high, low: UnsafeMutablePointer<Int8>

  init(_ vectors: [UnitVector]) {
    let dimensions = vectors.first?.dimensions ?? 0
    // A group of coordinates is read whole.
    let width = CodeLayout(dimensions: dimensions).groups * CODES_GROUP
    coded = .allocate(capacity: vectors.count)
    numbers = .allocate(capacity: vectors.count * width)
    high = .allocate(capacity: vectors.count * width)
    low = .allocate(capacity: vectors.count * width)
    numbers.initialize(repeating: 0, count: vectors.count * width)
    high.initialize(repeating: 0, count: vectors.count * width)
    low.initialize(repeating: 0, count: vectors.count * width)
    // 32,512 is the largest whose upper digit has 8 bits; a product with codes of up to 127 stays below 2^31.
    let largestNumber = Float(min(32_512, Int(Int32.max) / (127 * max(1, dimensions))))
    for (query, vector) in vectors.enumerated() {
      let start = query * width
      let scale = vector.elements.reduce(0) { max($0, abs($1)) } / largestNumber
      var rest = 0.0
      var sum: Int32 = 0
      for (coordinate, element) in vector.elements.enumerated() {
        let rounded = max(-largestNumber, min(largestNumber, (element / scale).rounded()))
        let number = Int16(rounded)
        let left = Double(element) - Double(scale) * Double(rounded)
        rest += left * left
        sum &+= Int32(number)
        numbers[start + coordinate] = number
        low[start + coordinate] = Int8(truncatingIfNeeded: number)
        high[start + coordinate] = Int8((number - Int16(low[start + coordinate])) / 256)
      }
      // The codes of a vector of length one are no longer than two. A part in a million is more than what the few
      // roundings of a product below one in float lose.
      let loss = 2 * Float(rest.squareRoot()) + 1e-6
      coded.initializeElement(
        at: query,
        to: codes_query(
          numbers: numbers + start, high: high + start, low: low + start, shift: 128 &* sum, scale: scale, loss: loss))
    }
    queries = UnsafeBufferPointer(coded)
  }

  deinit {
    coded.deallocate()
    numbers.deallocate()
    high.deallocate()
    low.deallocate()
  }
}
