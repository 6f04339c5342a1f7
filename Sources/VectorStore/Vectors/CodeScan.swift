import CKernels
import Embedding

/// A search for the slots nearest to some queries, segment by segment.
///
/// By Cauchy and Schwarz, what the codes of a vector leave out changes its product with a query of length one by no
/// more than its own length. So each code gives a lower and an upper bound; a vector is left out when as many lower
/// bounds as are wanted lie above its upper bound, and those nearest, and whatever ties with the last of them, never
/// are. With random vectors of 384 coordinates some thirty of a million are left for a limit of ten.
///
/// The upper six bits alone give an upper bound that is above the other's by 0.04 at most with such vectors. All eight
/// are looked at where it is high enough: in a thousand of 62,500 panels.
///
/// Cost: one pass over the codes' upper bits at the speed of memory, for up to eight queries; more of them cost
/// arithmetic.
final class CodeScan {
  private let instructions: codes_instructions
  private let queries: CodedQueries
  private let bounds, limits: UnsafeMutablePointer<Float>
  private let rows: UnsafeMutablePointer<UInt32>
  private var nearest: [codes_nearest]
  private var found: [[Candidate]]

  /// A slot that may be among the nearest, and the most that its product with the query can be.
  struct Candidate {
    var slot: Int
    var limit: Float
  }

  /// Slots that are scanned before what was found of them is taken over: so few that the memory for it stays in the
  /// second cache.
  private static let slotsAtOnce = 4096

  /// - Parameter limit: How many are wanted for each query, one at least.
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

  /// Goes through a segment, whose first slot is `first`.
  ///
  /// - Parameter wanted: A bit for each slot of all segments, sixteen in a number; all slots where there is none.
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

  /// For each query, the slots that may be among the nearest, the highest limits first.
  var candidates: [[Candidate]] {
    nearest.indices.map { query in
      let least = nearest[query].least
      return found[query].filter { $0.limit >= least }.sorted { $0.limit > $1.limit }
    }
  }
}

extension codes_nearest {
  /// What a vector's upper bound must reach.
  fileprivate var least: Float { count < capacity ? -.infinity : bounds[0] }
}
