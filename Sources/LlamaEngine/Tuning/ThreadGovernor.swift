/// Chooses how many threads evaluate the next tokens, from what the last ones cost.
///
/// llama.cpp's threads spin at a barrier after each operation of the graph, so all of them wait whenever one of them
/// has no core. Beside a busy process, two threads on two cores can be many times slower than one. The processor time
/// of this process shows that at once: `threads` cores if no other process wants them, less otherwise.
package struct ThreadGovernor: Sendable {
  /// A reading of the clocks, in seconds.
  package struct Reading: Sendable {
    /// Time since an arbitrary start.
    package var wall: Double
    /// Processor time of this process, over all its threads.
    package var used: Double
    /// Idle processor time, over all cores; `nil` if unknown.
    package var idle: Double?

    package init(wall: Double, used: Double, idle: Double?) {
      (self.wall, self.used, self.idle) = (wall, used, idle)
    }
  }

  /// The maximum number of threads.
  package let most: Int
  /// The threads that the next evaluation should use.
  package private(set) var threads: Int

  private var start: Reading?
  /// The time accumulated since the number of threads was last chosen.
  private var window = Reading(wall: 0, used: 0, idle: nil)
  /// When the wait before trying more threads began.
  private var reduced: Reading?
  /// How long to wait before trying more threads.
  private var pause = Self.shortestPause

  /// Evaluations shorter than this are judged together: clocks and the scheduler are too inexact for a single one.
  static let windowLength = 0.04
  /// Spinning threads use their cores fully; if this much of a core is missing, another process has it.
  static let missingShare = 0.25
  /// The shortest and the longest time before more threads are tried again.
  static let shortestPause = 0.25
  package static let longestPause = 8.0

  package init(most: Int) {
    self.most = max(1, most)
    threads = self.most
  }

  /// Records the start of an evaluation with `threads` threads.
  package mutating func begin(at reading: Reading) {
    start = reading
    // Idle time before the evaluation does not count: a model that waits for its user leaves all cores idle.
    if threads < most, reduced == nil { reduced = reading }
  }

  /// Records the end of the evaluation, and chooses how many threads the next one uses.
  package mutating func end(at reading: Reading) {
    guard let begun = start else { return }
    start = nil
    window.wall += reading.wall - begun.wall
    window.used += reading.used - begun.used
    guard window.wall >= Self.windowLength else { return }
    let cores = window.used / window.wall
    window = Reading(wall: 0, used: 0, idle: nil)
    if threads > 1, cores < Double(threads) - Self.missingShare {
      threads = max(1, min(threads - 1, Int(cores.rounded())))
      // Doubled each time, so that a long-running process is soon left alone.
      pause = min(pause * 2, Self.longestPause)
      reduced = reading
    } else if threads == most {
      pause = max(pause / 2, Self.shortestPause)
    } else if let since = reduced, reading.wall - since.wall >= pause {
      reduced = reading
      guard let idleNow = reading.idle, let idleThen = since.idle else { return threads += 1 }
      let free = Int((idleNow - idleThen) / (reading.wall - since.wall) + 0.25)
      threads = min(most, threads + max(0, free))
    }
  }
}
