import Foundation

/// What the system says when it refuses: `Permission denied`.
struct SystemFailure: Error {
  var reason: String
  /// Whether there is nothing of the name, or nothing that it leads to.
  var isMissing: Bool

  init() {
    isMissing = [ENOENT, ELOOP, ENOTDIR].contains(errno)
    reason = String(cString: strerror(errno))
  }
}
