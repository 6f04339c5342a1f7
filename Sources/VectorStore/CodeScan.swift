import CKernels
import Embedding

/// A search for the slots nearest to some queries, segment by segment.
///
/// By Cauchy and Schwarz, what the codes of a vector leave out changes its product with a query of length one by no
/// more than its own length. So each code gives a lower and an upper bound; a vector is left out when as many lower
/// bounds as are wanted lie above its upper bound, and those nearest, and whatever ties with the last of them, never
/// are. With random vectors of 384 coordinates some forty of a million are left for a limit of ten.
///
/// Cost: one pass over all codes at the speed of memory, for up to eight queries; more of them cost arithmetic.
final class CodeScan {
  private let instructions: codes_instructions
  private let queries: CodedQueries
  private let bounds, limits: UnsafeMutablePointer<Float>
  private let rows: UnsafeMutablePointer<UInt32>
  private var nearest: [codes_nearest]
  private var found: [[(slot: Int, limit: Float)]]

  /// - Parameters:
  ///   - limit: How many are wanted for each query, one at least.
  ///   - segmentSlots: The slots of the largest segment.
  init(_ vectors: [UnitVector], limit: Int, segmentSlots: Int, _ instructions: codes_instructions) {
    self.instructions = instructions
    queries = CodedQueries(vectors)
    let (bounds, rows, limits) = (
      UnsafeMutablePointer<Float>.allocate(capacity: vectors.count * limit),
      UnsafeMutablePointer<UInt32>.allocate(capacity: vectors.count * segmentSlots),
      UnsafeMutablePointer<Float>.allocate(capacity: vectors.count * segmentSlots)
    )
    (self.bounds, self.rows, self.limits) = (bounds, rows, limits)
    nearest = vectors.indices.map { query in
      codes_nearest(
        bounds: bounds + query * limit, capacity: limit, count: 0, rows: rows + query * segmentSlots,
        limits: limits + query * segmentSlots, found: 0)
    }
    found = vectors.map { _ in [] }
  }

  deinit {
    bounds.deallocate()
    rows.deallocate()
    limits.deallocate()
  }

  /// Goes through a segment, whose first slot is `first`.
  ///
  /// - Parameter wanted: A bit for each slot of all segments, sixteen in a number; all slots where there is none.
  func scan(_ segment: CodeSegment, first: Int, wanted: [UInt16]?) {
    nearest.withUnsafeMutableBufferPointer { nearest in
      guard let nearest = nearest.baseAddress else { return }
      if let wanted {
        wanted.withUnsafeBufferPointer {
          let ofSegment = $0.baseAddress.map { $0 + first / CodeLayout.panel }
          segment.scan(instructions, first: first, wanted: ofSegment, queries.queries, nearest)
        }
      } else {
        segment.scan(instructions, first: first, wanted: nil, queries.queries, nearest)
      }
    }
    for query in nearest.indices {
      let least = nearest[query].least
      for index in 0..<nearest[query].found where nearest[query].limits[index] >= least {
        found[query].append((Int(nearest[query].rows[index]), nearest[query].limits[index]))
      }
      nearest[query].found = 0
    }
  }

  /// For each query, the slots that may be among the nearest, in ascending order.
  var candidates: [[Int]] {
    nearest.indices.map { query in
      let least = nearest[query].least
      return found[query].filter { $0.limit >= least }.map(\.slot)
    }
  }
}

extension codes_nearest {
  /// What a vector's upper bound must reach.
  fileprivate var least: Float { count < capacity ? -.infinity : bounds[0] }
}
