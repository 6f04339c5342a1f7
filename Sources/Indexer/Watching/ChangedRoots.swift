import Synchronization

/// The roots in which something may have changed, and when to look at them: after a pause, since programs save a file
/// in several steps.
final class ChangedRoots: Sendable {
  /// How long nothing may have happened before it is looked. Vim and Visual Studio Code save in 10 ms.
  static let pause = Duration.milliseconds(250)
  /// How long changes without a pause may go on before it is looked.
  static let longestWait = Duration.seconds(4)

  private struct State {
    var roots: Set<String> = []
    var first = ContinuousClock.now
    var last = ContinuousClock.now
  }

  private let state = Mutex(State())
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init() {
    (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ roots: some Sequence<String>) {
    state.withLock { state in
      let now = ContinuousClock.now
      if state.roots.isEmpty { state.first = now }
      state.last = now
      state.roots.formUnion(roots)
    }
    arrival.yield()
  }

  /// Waits until there are any, and then for a pause.
  func next() async throws -> Set<String> {
    while true {
      try Task.checkCancellation()
      let due = state.withLock { state in
        state.roots.isEmpty ? nil : min(state.last + Self.pause, state.first + Self.longestWait)
      }
      guard let due else {
        for await _ in arrivals { break }
        continue
      }
      guard due <= .now else {
        try await Task.sleep(until: due)
        continue
      }
      return state.withLock { state in
        defer { state.roots = [] }
        return state.roots
      }
    }
  }
}
