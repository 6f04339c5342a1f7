/// Chooses how many threads evaluate the next tokens, from what the last ones cost.
///
/// llama.cpp's threads spin at a barrier after each operation of the graph, so all of them wait whenever one of them
/// has no core. With a busy process beside it, two threads on two cores can be many times slower than one. What this
/// process got of the processor while it evaluated shows that at once: `threads` cores where nobody else wants them,
/// less otherwise.
package struct ThreadGovernor: Sendable {
  /// What the clocks say at one moment, in seconds.
  package struct Reading: Sendable {
    /// Time since some beginning.
    package var wall: Double
    /// Processor time of this process, over all its threads.
    package var used: Double
    /// Processor time that nobody used, over all cores; `nil` if the system does not say.
    package var idle: Double?

    package init(wall: Double, used: Double, idle: Double?) {
      (self.wall, self.used, self.idle) = (wall, used, idle)
    }
  }

  /// The most threads that may be used.
  package let most: Int
  /// The threads that the next evaluation should use.
  package private(set) var threads: Int

  private var start: Reading?
  /// What has been seen since the number of threads was last judged.
  private var window = Reading(wall: 0, used: 0, idle: nil)
  /// When fewer threads than `most` began to be used.
  private var reduced: Reading?
  /// How long fewer threads are used before more are tried.
  private var pause = Self.shortestPause

  /// Evaluations shorter than this are judged together: clocks and the scheduler are not exact enough for one of them.
  static let windowLength = 0.04
  /// Spinning threads use their cores whole; where so much of a core is missing, another process has it.
  static let missingShare = 0.25
  /// The shortest and the longest time before more threads are tried again.
  static let shortestPause = 0.25
  package static let longestPause = 8.0

  package init(most: Int) {
    self.most = max(1, most)
    threads = self.most
  }

  /// Notes that an evaluation with `threads` threads begins.
  package mutating func begin(at reading: Reading) {
    start = reading
    // An evaluation does not measure what was idle before it: a model that waits for its user leaves all cores idle.
    if threads < most, reduced == nil { reduced = reading }
  }

  /// Notes that the evaluation is over, and settles how many threads the next one uses.
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
      // Twice as long as before, so that a process that stays is soon left alone.
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
