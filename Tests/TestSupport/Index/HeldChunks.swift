import Foundation
import VectorStore

/// Chunks of a document that are handed out only after `release()`: whoever stores them is held until then, in the
/// middle of a transaction, on the index's own thread.
package struct HeldChunks: Sequence, IteratorProtocol, Sendable {
  private let begun = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)
  private var left: [DigestedChunk]
  private var isHeld = true

  package init(_ chunks: [DigestedChunk]) { left = chunks }

  package mutating func next() -> Result<DigestedChunk, CancellationError>? {
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
