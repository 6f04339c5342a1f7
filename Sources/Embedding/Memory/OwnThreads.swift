import Dispatch
import Synchronization

/// A fixed number of threads for long computations, which concurrent callers share in turns.
///
/// Swift tasks have one thread per core, and concurrent queues and `concurrentPerform` use the same threads: a batch
/// encoded there would keep every other task waiting, including searches and its own cancellation. A serial queue does
/// not.
package final class OwnThreads: Sendable {
  private let queues: [DispatchQueue]
  private let first = Atomic(0)

  package init(_ count: Int, label: String) {
    queues = (0..<max(1, count)).map { DispatchQueue(label: "\(label).\($0)") }
  }

  /// Computes a value for each index without blocking a thread. Each thread gives other callers a turn after every
  /// value.
  package func map<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Value
  ) async -> [Value] {
    guard count > 0 else { return [] }
    return await withCheckedContinuation { continuation in
      let work = Work(count, body) { continuation.resume(returning: $0) }
      let first = first.wrappingAdd(1, ordering: .relaxed).oldValue
      for number in 0..<min(count, queues.count) {
        help(work, on: queues[Int(UInt(bitPattern: first &+ number) % UInt(queues.count))])
      }
    }
  }

  private func help<Value>(_ work: Work<Value>, on queue: DispatchQueue) {
    queue.async { if work.doNext() { self.help(work, on: queue) } }
  }

  private final class Work<Value: Sendable>: Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Value
    private let whenDone: @Sendable ([Value]) -> Void
    private let next = Atomic(0)
    private let results: Mutex<(values: [Value?], missing: Int)>

    init(
      _ count: Int, _ body: @escaping @Sendable (Int) -> Value, whenDone: @escaping @Sendable ([Value]) -> Void
    ) {
      (self.count, self.body, self.whenDone) = (count, body, whenDone)
      results = Mutex((Array(repeating: nil, count: count), count))
    }

    /// Computes the next value; returns whether there may be another.
    func doNext() -> Bool {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return false }
      let value = body(index)
      let all = results.withLock { results -> [Value?]? in
        results.values[index] = value
        results.missing -= 1
        return results.missing == 0 ? results.values : nil
      }
      if let all { whenDone(all.compactMap(\.self)) }
      return index + 1 < count
    }
  }
}
