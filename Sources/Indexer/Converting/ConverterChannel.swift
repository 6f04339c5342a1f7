import ForeignFormats
import Foundation

/// This end of the connection to a converting process.
final class ConverterChannel {
  private let descriptor: Int32
  /// Whether the process was silent for too long.
  private(set) var hasTimedOut = false
  /// The longest answer, in bytes.
  private static let longestAnswer = 1 << 30

  /// - Parameter patience: How long to wait for each part of an answer, in seconds.
  init(_ descriptor: Int32, patience: Int) {
    self.descriptor = descriptor
    var time = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Sends a request and waits for the answer; `nil` if there is none.
  func answer(to request: ConversionRequest, _ bytes: [UInt8]) -> ConversionAnswer? {
    guard let head = try? JSONEncoder().encode(request), send([UInt8](head) + [UInt8(ascii: "\n")]), send(bytes),
      let count = readCount(), let json = read(count)
    else { return nil }
    return try? JSONDecoder().decode(ConversionAnswer.self, from: Data(json))
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return fail() }
        done += count
      }
      return true
    }
  }

  private func readCount() -> Int? {
    var digits: [UInt8] = []
    while let digit = read(1)?.first, digits.count < 12 {
      // Still at work.
      if digit == UInt8(ascii: "\n"), digits.isEmpty { continue }
      if digit == UInt8(ascii: "\n") {
        return Int(String(decoding: digits, as: UTF8.self)).flatMap { (0...Self.longestAnswer).contains($0) ? $0 : nil }
      }
      digits.append(digit)
    }
    return nil
  }

  private func read(_ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Foundation.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          if got < 0 { _ = fail() }
          return
        }
        filled += got
      }
    }
    return bytes.count == count ? bytes : nil
  }

  private func fail() -> Bool {
    if errno == EAGAIN || errno == EWOULDBLOCK { hasTimedOut = true }
    return false
  }
}
