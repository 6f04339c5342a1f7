import Synchronization

/// The requests that last until somebody ends them.
final class Subscriptions: Sendable {
  private let ends = Mutex<(last: Int, ends: [Int: @Sendable () -> Void])>((0, [:]))

  /// Adds one, and returns its number.
  func add(_ end: @escaping @Sendable () -> Void) -> Int {
    ends.withLock { ends in
      ends.last += 1
      ends.ends[ends.last] = end
      return ends.last
    }
  }

  func remove(_ number: Int) { ends.withLock { $0.ends[number] = nil } }

  func endAll() { for end in ends.withLock({ Array($0.ends.values) }) { end() } }
}
