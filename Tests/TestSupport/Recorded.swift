import Synchronization

/// What happened, in order.
package final class Recorded<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  package init() {}

  package var all: [Value] { values.withLock { $0 } }
  package func append(_ value: Value) { values.withLock { $0.append(value) } }
}
