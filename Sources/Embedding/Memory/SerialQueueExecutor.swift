import Dispatch

/// A serial executor on its own dispatch queue, for actors that make blocking calls into C.
///
/// Swift's cooperative pool has one thread per core; a blocking call there stalls unrelated tasks. Does the same as
/// `DispatchSerialQueue`, which does not exist on Linux.
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
