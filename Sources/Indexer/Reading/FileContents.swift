import Embedding
import Files
import Foundation

/// A file's bytes, and its metadata while they were read.
struct FileContents: Sendable {
  /// Thrown if a file could not be read.
  struct Failure: Error {
    var reason: String
    var isTooLarge = false
  }

  /// The maximum number of bytes in a note.
  static let largestNote: Int64 = 256 << 20

  var bytes: [UInt8]
  var stamp: FileStamp
  /// When reading began, in nanoseconds since 1970 by this machine's clock.
  var readAt: Int64

  /// Reads a file of at most `limit` bytes.
  ///
  /// Retries if the file changes meanwhile, and throws if it keeps changing. Also throws if the file is outside `root`,
  /// a real path: since it was found, its name or a folder's may have become a link that leads out.
  init(path: String, in root: String? = nil, limit: Int64 = largestNote) throws(Failure) {
    for _ in 0..<3 {
      if let contents = try FileContents(reading: path, in: root, limit: limit) {
        self = contents
        return
      }
    }
    throw Failure(reason: "it changed while it was being read; run the command again")
  }

  /// Reads a file once; returns `nil` if it changed meanwhile.
  private init?(reading path: String, in root: String?, limit: Int64) throws(Failure) {
    // Avoids waiting for a writer if a pipe has taken the file's place.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(reason: SystemFailure().reason) }
    defer { close(descriptor) }
    if let root, let found = RealPath.of(descriptor: descriptor), RealPath.relative(found, to: root) == nil {
      throw Failure(reason: "it leads out of the folder")
    }
    do {
      readAt = FileContents.now()
      stamp = try FileStamp(descriptor: descriptor)
      guard stamp.kind == .file else { throw Failure(reason: "it is not a regular file") }
      guard stamp.size <= limit else {
        throw Failure(reason: "it has \(stamp.size) bytes; the limit is \(limit)", isTooLarge: true)
      }
      bytes = try FileContents.read(descriptor, expecting: Int(stamp.size))
      guard try FileStamp(descriptor: descriptor) == stamp, bytes.count == Int(stamp.size) else { return nil }
    } catch let failure as Failure {
      throw failure
    } catch let failure as SystemFailure {
      throw Failure(reason: failure.reason)
    } catch {
      throw Failure(reason: "\(error)")
    }
  }

  /// Reads the expected number of bytes and one more, to see whether the file has grown.
  private static func read(_ descriptor: Int32, expecting count: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
      filled = 0
      while filled < buffer.count {
        guard let base = buffer.baseAddress else { return }
        let got = Foundation.read(descriptor, base + filled, buffer.count - filled)
        if got == 0 { return }
        if got < 0 {
          if errno == EINTR { continue }
          failure = SystemFailure()
          return
        }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The SHA-256 digest of the bytes, in hexadecimal.
  var digest: String {
    var digest = SHA256Digest()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.hexadecimal()
  }

  /// The modification time to store for the file.
  ///
  /// A file may change twice within one tick of its file system's clock (two seconds on FAT) and look unchanged. A time
  /// that recent when the file is read is therefore stored a nanosecond early: it never equals the file's, and the next
  /// run compares the contents.
  var reliableModified: Int64 {
    stamp.modified < readAt - 2_000_000_000 ? stamp.modified : stamp.modified - 1
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
