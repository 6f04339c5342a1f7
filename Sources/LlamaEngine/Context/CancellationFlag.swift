import Synchronization

/// A flag that cancels a request: set from any thread, read by llama.cpp before each operation of its graph.
final class CancellationFlag: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }

  func set() { state.store(true, ordering: .relaxed) }
}
