import Synchronization

/// The requests that are being answered, by their numbers.
final class RunningRequests: Sendable {
  private let tasks = Mutex<[UInt32: Task<Void, Never>]>([:])

  /// Answers a request in a task of its own.
  func start(_ number: UInt32, _ answer: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      // It cannot end before it is noted: its end waits for the lock.
      tasks[number] = Task {
        await answer()
        self.tasks.withLock { $0[number] = nil }
      }
    }
  }

  /// Stops a request that nobody waits for.
  func cancel(_ number: UInt32) { tasks.withLock { $0.removeValue(forKey: number) }?.cancel() }

  func cancelAll() { for task in tasks.withLock({ Array($0.values) }) { task.cancel() } }
}
