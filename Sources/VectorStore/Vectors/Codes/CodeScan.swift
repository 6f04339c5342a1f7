import CKernels
import Embedding

/// A search for the slots nearest to each of some queries, segment by segment.
///
/// By the Cauchy–Schwarz inequality, the quantization error of a vector changes its dot product with a query of length
/// one by at most the error's own length, so each code yields a lower and an upper bound. A vector is left out once
/// `limit` lower bounds lie above its upper bound; the nearest vectors, and those that tie with the last of them, never
/// are. Of a million random vectors of 384 coordinates, some thirty are left for a limit of ten.
///
/// With such vectors, the upper six bits alone give an upper bound that is higher by at most 0.04. All eight bits are
/// read only if it is high enough: in a thousand of 62,500 panels.
///
/// Cost: one pass over the codes' upper bits at memory bandwidth, for up to eight queries; more queries cost
/// arithmetic.
final class CodeScan {
  private let instructions: codes_instructions
  private let queries: CodedQueries
  private let bounds, limits: UnsafeMutablePointer<Float>
  private let rows: UnsafeMutablePointer<UInt32>
  private var nearest: [codes_nearest]
  private var found: [[Candidate]]

  /// A slot that may be among the nearest, and an upper bound on its dot product with the query.
  struct Candidate {
    var slot: Int
    var limit: Float
  }

  /// The number of slots scanned before their results are collected: few enough that the buffers stay in the L2 cache.
  private static let slotsAtOnce = 4096

  /// - Parameter limit: The number of neighbours per query, at least one.
  init(_ vectors: [UnitVector], limit: Int, _ instructions: codes_instructions) {
    self.instructions = instructions
    queries = CodedQueries(vectors)
    let (bounds, rows, limits) = (
      UnsafeMutablePointer<Float>.allocate(capacity: vectors.count * limit),
      UnsafeMutablePointer<UInt32>.allocate(capacity: vectors.count * Self.slotsAtOnce),
      UnsafeMutablePointer<Float>.allocate(capacity: vectors.count * Self.slotsAtOnce)
    )
    (self.bounds, self.rows, self.limits) = (bounds, rows, limits)
    nearest = vectors.indices.map { query in
      codes_nearest(
        bounds: bounds + query * limit, capacity: limit, count: 0, rows: rows + query * Self.slotsAtOnce,
        limits: limits + query * Self.slotsAtOnce, found: 0)
    }
    found = vectors.map { _ in [] }
  }

  deinit {
    bounds.deallocate()
    rows.deallocate()
    limits.deallocate()
  }

  /// Scans a segment, whose first slot is `first`.
  ///
  /// - Parameter wanted: A bit mask of the slots of all segments, 16 per element; `nil` for all slots.
  func scan(_ segment: CodeSegment, first: Int, wanted: [UInt16]?) {
    for start in stride(from: 0, to: segment.slots, by: Self.slotsAtOnce) {
      let slots = start..<min(start + Self.slotsAtOnce, segment.slots)
      nearest.withUnsafeMutableBufferPointer { nearest in
        guard let nearest = nearest.baseAddress else { return }
        segment.scan(instructions, slots, first: first, wanted: wanted, queries.queries, nearest)
      }
      for query in nearest.indices where nearest[query].found > 0 { takeFound(ofQuery: query) }
    }
  }

  private func takeFound(ofQuery query: Int) {
    let least = nearest[query].least
    for index in 0..<nearest[query].found where nearest[query].limits[index] >= least {
      found[query].append(Candidate(slot: Int(nearest[query].rows[index]), limit: nearest[query].limits[index]))
    }
    nearest[query].found = 0
  }

  /// For each query, the slots that may be among the nearest, by descending limit.
  var candidates: [[Candidate]] {
    nearest.indices.map { query in
      let least = nearest[query].least
      return found[query].filter { $0.limit >= least }.sorted { $0.limit > $1.limit }
    }
  }
}

extension codes_nearest {
  /// The threshold that a vector's upper bound must reach.
  fileprivate var least: Float { count < capacity ? -.infinity : bounds[0] }
}
