import Dispatch

/// A serial executor on a dispatch queue of its own, for actors that make blocking calls into C.
///
/// Swift's cooperative pool has one thread a core; a call that blocks one of them stops unrelated tasks. On Linux
/// `DispatchSerialQueue` does not exist, and this does the same.
package final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
