import Foundation

/// A step that cannot tell how far it is, such as reading all links: once it has taken a second, a line on the terminal
/// says what it does, and for how long.
struct LongStep {
  /// What it does, as in `looking for changed notes`.
  var words: String
  var interval = Duration.seconds(1)
  var show: @Sendable (String) -> Void = { Console.progress($0) }

  init(_ words: String) { self.words = words }

  /// Does the work.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
  ) async rethrows -> Result {
    let (words, interval, show) = (words, interval, show)
    let line = Task.detached {
      let start = ContinuousClock.now
      while (try? await Task.sleep(for: interval)) != nil {
        show("\(words), \(ItemProgress.time((ContinuousClock.now - start) / .seconds(1)))")
      }
    }
    defer {
      line.cancel()
      Console.clearProgress()
    }
    return try await work()
  }
}
