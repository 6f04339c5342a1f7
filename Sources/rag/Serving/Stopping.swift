import Synchronization

/// Whether a server was told to stop.
final class Stopping: Sendable {
  private let told = Mutex(false)

  var hasBegun: Bool { told.withLock { $0 } }

  /// Returns false if it was told before.
  func begin() -> Bool {
    told.withLock { told in
      defer { told = true }
      return !told
    }
  }
}
