import Foundation

/// What the system refused to do with a file.
package struct FileError: LocalizedError, Hashable {
  /// The file or folder.
  package var path: String
  /// The system's number for the reason.
  package var code: Int32

  /// - Parameter code: The system's number for the reason; that of the call before unless given.
  package init(_ path: String, code: Int32 = errno) {
    (self.path, self.code) = (path, code)
  }

  /// Whether the disk is full, or what its user may have of it.
  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// The system's words for the reason.
  package var reason: String { String(cString: strerror(code)) }

  package var errorDescription: String? { "\(path): \(reason)" }
}
