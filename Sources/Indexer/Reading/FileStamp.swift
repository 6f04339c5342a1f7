import Foundation

/// What the system says of a file without reading it.
struct FileStamp: Sendable, Equatable {
  enum Kind: Sendable {
    case file, folder, link, other
  }

  /// Which file it is, by whatever names.
  struct Identity: Sendable, Hashable {
    var device: UInt64
    var number: UInt64
  }

  var kind: Kind
  var identity: Identity
  /// Bytes.
  var size: Int64
  /// When the contents were last changed, in nanoseconds since 1970.
  var modified: Int64
  /// When the contents, the name or the rights were last changed, in nanoseconds since 1970.
  var changed: Int64

  /// Looks at a path; a symbolic link is followed if `following` says so.
  init(path: String, following: Bool) throws(SystemFailure) {
    var status = stat()
    guard (following ? stat(path, &status) : lstat(path, &status)) == 0 else { throw SystemFailure() }
    self.init(status)
  }

  /// Looks at an open file.
  init(descriptor: Int32) throws(SystemFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemFailure() }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    size = Int64(status.st_size)
    #if canImport(Darwin)
      (modified, changed) = (Self.nanoseconds(status.st_mtimespec), Self.nanoseconds(status.st_ctimespec))
    #else
      (modified, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
    #endif
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
