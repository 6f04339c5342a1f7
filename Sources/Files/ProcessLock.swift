import Foundation

/// An inter-process lock: an `flock` on a file that contains the process id.
///
/// The kernel releases the lock when its process ends, however it ends. The process that holds the lock removes the
/// file.
package final class ProcessLock: Sendable {
  /// Thrown if another process, or another part of this one, holds the lock.
  package struct Held: Error {
    /// The process, if the file names it.
    package var processID: Int32?
  }

  private let descriptor: Int32
  private let path: String

  /// Acquires the lock with the file at `path`, or throws `Held` or a `FileError` at once.
  package init(at path: String) throws {
    self.path = path
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard opened >= 0 else { throw FileError(path) }
      if flock(opened, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        let holder = ProcessLock.processID(in: opened)
        close(opened)
        guard code == EWOULDBLOCK || code == EINTR else { throw FileError(path, code: code) }
        throw Held(processID: holder)
      }
      // The last holder may have removed the file between our opening and locking it: then this lock guards nothing.
      var ours = stat()
      var named = stat()
      if fstat(opened, &ours) == 0, stat(path, &named) == 0, ours.st_ino == named.st_ino, ours.st_dev == named.st_dev {
        descriptor = opened
        break
      }
      close(opened)
    }
    // A full disk may prevent writing the process id; the lock holds anyway.
    let line = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Returns the process that holds the lock at `path`; `nil` if there is none.
  package static func holder(at path: String) -> Int32? {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    defer { close(opened) }
    // The file of a killed process remains. Trying the lock could make another process fail, so that comes last.
    guard let holder = processID(in: opened), kill(holder, 0) == 0 || errno == EPERM,
      flock(opened, LOCK_SH | LOCK_NB) != 0
    else { return nil }
    return holder
  }

  private static func processID(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
