import Foundation
import VectorStore

/// Chunks of a long document that are handed out only after `release()`: whoever stores them is held until then, in the
/// middle of a transaction, on the index's own thread.
package struct HeldChunks: Sequence, IteratorProtocol, Sendable {
  private let begun = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)
  private var left: [(chunk: Chunk, digest: String)]
  private var isHeld = true

  /// The chunks' vectors must be known to the index by their digests.
  package init(_ chunks: [(chunk: Chunk, digest: String)]) { left = chunks }

  package mutating func next() -> Result<(chunk: Chunk, digest: String), CancellationError>? {
    if isHeld {
      isHeld = false
      begun.signal()
      // So that a test that fails ends.
      guard released.wait(timeout: .now() + 600) == .success else { return nil }
    }
    return left.isEmpty ? nil : .success(left.removeFirst())
  }

  /// Returns once the chunks are being stored.
  package func waitUntilBegun() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begun.wait()
        continuation.resume()
      }
    }
  }

  package func release() { released.signal() }
}
