import Foundation

/// The right to write to an index: an `flock` on the file `<index>.lock`, which holds the writer's process id.
///
/// The kernel drops the lock when its process ends, however it ends. The file is removed by the writer that held it.
final class WriterLock: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Takes the lock of the index at `index`, or throws `SearchIndexError.busy` at once.
  init(forIndex index: String) throws {
    path = index + ".lock"
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard opened >= 0 else {
        throw SearchIndexError.failed(
          path: index, reason: "\(path) cannot be opened: \(String(cString: strerror(errno)))")
      }
      if flock(opened, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        let holder = WriterLock.processID(in: opened)
        close(opened)
        guard code == EWOULDBLOCK || code == EINTR else {
          throw SearchIndexError.failed(
            path: index, reason: "\(path) cannot be locked: \(String(cString: strerror(code)))")
        }
        throw SearchIndexError.busy(path: index, processID: holder)
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
    let line = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// The process that is writing to the index at `index`; `nil` while none is.
  static func holder(ofIndex index: String) -> Int32? {
    let opened = open(index + ".lock", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    defer { close(opened) }
    // The file of a process that was killed stays. To try the lock would keep another out, so that comes last.
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
