import Foundation

/// What `stat` says of a file, after following symbolic links.
package struct FileStatus {
  /// A file on this machine, whatever its names.
  package struct ID: Hashable {
    package var device: UInt64
    package var number: UInt64
  }

  package var id: ID
  package var bytes: Int64
  package var isFolder: Bool
  /// Neither a folder nor something whose reading may never end, such as a named pipe.
  package var isRegularFile: Bool

  /// Returns `nil` if the path leads nowhere.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    id = ID(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    bytes = Int64(status.st_size)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the size of a file that this user may read; `nil` if it is something else.
  package static func bytes(ofReadable path: String) -> Int64? {
    guard let status = FileStatus(of: path), status.isRegularFile, access(path, R_OK) == 0 else { return nil }
    return status.bytes
  }
}
