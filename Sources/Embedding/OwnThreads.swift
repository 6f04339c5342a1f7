import Dispatch
import Synchronization

/// Threads for long computations.
///
/// Swift's tasks share as many threads as there are cores, and so do concurrent queues and `concurrentPerform`: a batch
/// that is encoded there keeps every other task waiting, a search as well as its own cancellation. A serial queue brings
/// a thread of its own.
enum OwnThreads {
  /// Does something on a thread of its own.
  static func run(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "rag.encoder").async(execute: body)
  }

  /// Computes a value for each index, on this thread and as many others as make up the workers.
  static func map<Value: Sendable>(
    _ count: Int, on workers: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let workers = min(workers, count)
    guard workers > 1 else { return (0..<count).map(body) }
    let work = Work<Value>(count: count)
    let group = DispatchGroup()
    for _ in 1..<workers { DispatchQueue(label: "rag.encoder").async(group: group) { work.help(body) } }
    work.help(body)
    group.wait()
    return work.results.withLock { $0 }.compactMap(\.self)
  }

  private final class Work<Value: Sendable>: Sendable {
    private let count: Int
    private let next = Atomic(0)
    let results: Mutex<[Value?]>

    init(count: Int) {
      self.count = count
      results = Mutex(Array(repeating: nil, count: count))
    }

    /// Does what nobody else has begun, until all is begun.
    func help(_ body: (Int) -> Value) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let value = body(index)
        results.withLock { $0[index] = value }
      }
    }
  }
}
