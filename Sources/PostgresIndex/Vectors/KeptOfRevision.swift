import Synchronization

/// What was last computed of an index, and the revision that it was computed of: a role that sees other folders sees
/// another revision.
final class KeptOfRevision<Value: Sendable>: Sendable {
  private let kept = Mutex<(revision: String, value: Value)?>(nil)

  subscript(revision: String) -> Value? {
    get { kept.withLock { $0?.revision == revision ? $0?.value : nil } }
    set { kept.withLock { kept in kept = newValue.map { (revision, $0) } } }
  }
}
