import Embedding
import Synchronization

/// The scale of the encoder's cosines that was fitted last, and the revision of the index that it was fitted on.
final class KeptScale: Sendable {
  private let kept = Mutex<(revision: String, scale: CosineScale)?>(nil)

  subscript(revision: String) -> CosineScale? {
    get { kept.withLock { $0?.revision == revision ? $0?.scale : nil } }
    set { kept.withLock { kept in kept = newValue.map { (revision, $0) } } }
  }
}
