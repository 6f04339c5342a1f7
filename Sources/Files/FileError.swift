import Foundation

/// A failed file operation.
package struct FileError: LocalizedError, Hashable {
  /// The file or folder.
  package var path: String
  /// The `errno` of the failure.
  package var code: Int32

  /// - Parameter code: The `errno` of the failure; by default, that of the last system call.
  package init(_ path: String, code: Int32 = errno) {
    (self.path, self.code) = (path, code)
  }

  /// Whether the disk is full or the user's quota is exhausted.
  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// The system's message for the failure.
  package var reason: String { String(cString: strerror(code)) }

  package var errorDescription: String? { "\(path): \(reason)" }
}
