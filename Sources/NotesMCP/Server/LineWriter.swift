import Foundation
import Synchronization

/// Writes lines to a descriptor, whole and one at a time.
final class LineWriter: Sendable {
  private let descriptor: Int32
  private let closed = Mutex(false)

  /// Whether nobody reads any more.
  var isClosed: Bool { closed.withLock { $0 } }

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // A client that is gone must not end the process: `write` says so.
    signal(SIGPIPE, SIG_IGN)
  }

  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    closed.withLock { closed in
      guard !closed else { return }
      closed = !bytes.withUnsafeBytes(writeAll)
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      let written = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { return false }
      done += written
    }
    return true
  }
}
