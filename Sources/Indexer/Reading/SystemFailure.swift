import Foundation

/// A failed system call, with its message: `Permission denied`.
struct SystemFailure: Error {
  var reason: String
  /// Whether the name, or what it leads to, does not exist.
  var isMissing: Bool

  init() {
    isMissing = [ENOENT, ELOOP, ENOTDIR].contains(errno)
    reason = String(cString: strerror(errno))
  }
}
