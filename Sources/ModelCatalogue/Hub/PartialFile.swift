import Foundation
import Synchronization

/// The beginning of a file that is being fetched, and the digest of what is there.
final class PartialFile: Sendable {
  private struct State {
    var bytes: Int64 = 0
    var digest: HubDigest.Computation
  }

  private let path: String
  private let file: HubFile
  private let descriptor: Int32
  private let state: Mutex<State>

  /// Opens the file that an interrupted download left, or a new one. Reads what is there, at one to two gigabytes per
  /// second, on a thread of its own.
  static func open(_ path: String, of file: HubFile) async throws -> PartialFile {
    try await onOwnThread { try PartialFile(path, of: file, flags: O_RDWR | O_CREAT | O_NOFOLLOW) }
  }

  /// Whether a file exists, and is whole.
  static func isWhole(_ path: String, _ file: HubFile) async throws -> Bool {
    guard ModelFolder.size(of: path) == file.bytes else { return false }
    return try await onOwnThread { try PartialFile(path, of: file, flags: O_RDONLY).hasRightDigest }
  }

  private static func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "rag.download").async { continuation.resume(with: Result(catching: body)) }
    }
  }

  private init(_ path: String, of file: HubFile, flags: Int32) throws {
    let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw CatalogueError.cannotWrite(path: path, reason: Self.reason) }
    (self.path, self.file, self.descriptor) = (path, file, descriptor)
    state = Mutex(State(digest: file.digest.computation(bytes: file.bytes)))
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      state.withLock { state in
        state.bytes += Int64(count)
        buffer.withUnsafeBytes { state.digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
    if bytes > file.bytes { restart() }
  }

  deinit { close(descriptor) }

  /// The number of bytes that are there.
  var bytes: Int64 { state.withLock(\.bytes) }

  private var hasRightDigest: Bool { state.withLock { $0.digest.hexadecimal() } == file.digest.hexadecimal }

  /// Forgets what is there.
  func restart() {
    ftruncate(descriptor, 0)
    state.withLock { $0 = State(digest: file.digest.computation(bytes: file.bytes)) }
  }

  /// Adds bytes. What does not fit on the disk, or is more than the file has, removes the file.
  func append(_ bytes: [UInt8]) throws {
    try state.withLock { state in
      let end = state.bytes + Int64(bytes.count)
      guard end <= file.bytes else {
        unlink(path)
        throw CatalogueError.wrongSize(path: path, expected: file.bytes, found: end)
      }
      var offset = 0
      while offset < bytes.count {
        let count = bytes[offset...].withUnsafeBytes {
          pwrite(descriptor, $0.baseAddress, $0.count, off_t(state.bytes) + off_t(offset))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          let reason = Self.reason
          if errno == ENOSPC || errno == EDQUOT { unlink(path) }
          throw CatalogueError.cannotWrite(path: path, reason: reason)
        }
        offset += count
      }
      bytes.withUnsafeBytes { state.digest.update($0) }
      state.bytes = end
    }
  }

  /// Moves the file to its place if its digest is right, else removes it.
  func finish(as target: String) throws {
    let found = state.withLock { $0.digest.hexadecimal() }
    guard found == file.digest.hexadecimal else {
      unlink(path)
      throw CatalogueError.wrongSum(path: target, expected: file.digest.hexadecimal, found: found)
    }
    guard fsync(descriptor) == 0, rename(path, target) == 0 else {
      throw CatalogueError.cannotWrite(path: target, reason: Self.reason)
    }
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
