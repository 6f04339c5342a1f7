import Synchronization

/// Counts the steps of a long computation, and ends it when its task is cancelled.
///
/// A step is a bounded amount of work: a byte, a line's byte, or a pair of pieces looked at. Every loop whose length
/// depends on the input reports its steps here, so that a test can bound the work for each byte without a clock.
package final class WorkMeter: Sendable {
  /// After so many steps, some milliseconds at most, the task is asked whether it is cancelled.
  package static let stepsBetweenChecks = 1 << 16

  private let total = Atomic<Int>(0)
  private let nextCheck = Atomic<Int>(WorkMeter.stepsBetweenChecks)

  package init() {}

  /// The steps so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// Counts steps.
  ///
  /// Not one atomic operation, which would cost four times as much: of two threads that count at the same time, the
  /// steps of one may be lost.
  @inline(__always)
  func count(_ steps: Int) {
    total.store(self.steps &+ steps, ordering: .relaxed)
  }

  /// Counts steps, and throws where the task was cancelled.
  @inline(__always)
  func add(_ steps: Int) throws(CancellationError) {
    let sum = self.steps &+ steps
    total.store(sum, ordering: .relaxed)
    guard sum >= nextCheck.load(ordering: .relaxed) else { return }
    nextCheck.store(sum &+ WorkMeter.stepsBetweenChecks, ordering: .relaxed)
    guard !Task.isCancelled else { throw CancellationError() }
  }
}
