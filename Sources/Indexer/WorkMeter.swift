import Synchronization

/// Counts the steps of a long computation, and stops it when its task is cancelled.
///
/// A step is a bounded amount of work, such as reading a byte or considering a pair of pieces. Every loop whose length
/// depends on the input reports its steps here, so that a test can bound the work per byte without a clock.
package final class WorkMeter: Sendable {
  /// The number of steps, a few milliseconds at most, between checks for cancellation.
  package static let stepsBetweenChecks = 1 << 16

  private let total = Atomic<Int>(0)
  private let nextCheck = Atomic<Int>(WorkMeter.stepsBetweenChecks)

  package init() {}

  /// The number of steps so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// Counts steps.
  ///
  /// Not an atomic addition, which would cost four times as much: if two threads count at the same time, one's steps
  /// may be lost.
  @inline(__always)
  func count(_ steps: Int) {
    total.store(self.steps &+ steps, ordering: .relaxed)
  }

  /// Counts steps, and throws if the task was cancelled.
  @inline(__always)
  func add(_ steps: Int) throws(CancellationError) {
    let sum = self.steps &+ steps
    total.store(sum, ordering: .relaxed)
    guard sum >= nextCheck.load(ordering: .relaxed) else { return }
    nextCheck.store(sum &+ WorkMeter.stepsBetweenChecks, ordering: .relaxed)
    guard !Task.isCancelled else { throw CancellationError() }
  }
}
