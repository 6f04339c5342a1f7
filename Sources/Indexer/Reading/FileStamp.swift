import Foundation

/// The metadata of a file.
struct FileStamp: Sendable, Equatable {
  enum Kind: Sendable {
    case file, folder, link, other
  }

  /// The identity of a file, regardless of its names.
  struct Identity: Sendable, Hashable {
    var device: UInt64
    var number: UInt64
  }

  var kind: Kind
  var identity: Identity
  /// The size in bytes.
  var size: Int64
  /// When the contents were last changed, in nanoseconds since 1970.
  var modified: Int64
  /// When the contents, the name or the permissions were last changed, in nanoseconds since 1970.
  var changed: Int64

  /// Reads the metadata of a path, following a symbolic link if `following`.
  init(path: String, following: Bool) throws(SystemFailure) {
    var status = stat()
    guard (following ? stat(path, &status) : lstat(path, &status)) == 0 else { throw SystemFailure() }
    self.init(status)
  }

  /// Reads the metadata of an open file.
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
