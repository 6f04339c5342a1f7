import Foundation

/// Keeps two downloads from writing into the same folder at once: the second waits for the first.
///
/// The system releases the lock when its process ends, however it ends.
struct PullLock {
  private let descriptor: Int32

  /// Waits until the folder is free.
  ///
  /// - Parameter onWaiting: Called once if another process holds the lock.
  init(in folder: String, onWaiting: @Sendable () -> Void) async throws {
    let path = folder + "/.pull.lock"
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw CatalogueError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    var hasTold = false
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      guard reason == EWOULDBLOCK || reason == EINTR else {
        close(descriptor)
        throw CatalogueError.cannotWrite(path: path, reason: String(cString: strerror(reason)))
      }
      if !hasTold { onWaiting() }
      hasTold = true
      do {
        try await Task.sleep(for: .milliseconds(100))
      } catch {
        close(descriptor)
        throw error
      }
    }
    self.descriptor = descriptor
  }

  func release() { close(descriptor) }
}
