import Synchronization

/// What a command gets before its process is locked in (`ConfinedCommand.prepare`), and uses afterwards.
final class Prepared<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func set(_ new: Value?) { value.withLock { $0 = new } }

  /// Returns the value, once.
  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
