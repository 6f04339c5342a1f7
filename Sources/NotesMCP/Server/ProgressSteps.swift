import Synchronization

/// Numbers the steps of a request from 1.
final class ProgressSteps: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
