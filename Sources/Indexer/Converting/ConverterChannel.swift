import ForeignFormats
import Foundation

/// This end of the connection to a process that converts one file.
final class ConverterChannel {
  /// How long an answer may take, in seconds.
  struct Patience: Sendable {
    /// For each part of it.
    var silence: Int
    /// In all, whatever the process sends.
    var total: Int
  }

  private let descriptor: Int32
  private let patience: Patience
  private let deadline: ContinuousClock.Instant
  /// The seconds after which the process was given up; `nil` if it was not.
  private(set) var exceeded: Int?
  /// Whether the other end is closed.
  private(set) var isAtEnd = false
  /// The longest answer, in bytes.
  private static let longestAnswer = 1 << 30

  /// Takes a socket, which it does not close. Time runs from now on.
  init(_ descriptor: Int32, patience: Patience) {
    self.descriptor = descriptor
    self.patience = patience
    deadline = .now + .seconds(patience.total)
    // It waits in `poll`, not where it reads and writes.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends a request and waits for the answer; `nil` if there is none.
  func answer(to request: ConversionRequest, _ bytes: [UInt8]) -> ConversionAnswer? {
    guard let head = try? JSONEncoder().encode(request), send([UInt8](head) + [UInt8(ascii: "\n")]), send(bytes),
      let count = readCount(), let json = read(count)
    else { return nil }
    return try? JSONDecoder().decode(ConversionAnswer.self, from: Data(json))
  }

  /// Reads a number on a line of its own, after empty lines: signs of life.
  func readCount() -> Int? {
    var digits: [UInt8] = []
    while let digit = read(1)?.first, digits.count < 12 {
      if digit == UInt8(ascii: "\n"), digits.isEmpty { continue }
      if digit == UInt8(ascii: "\n") {
        return Int(String(decoding: digits, as: UTF8.self)).flatMap { (0...Self.longestAnswer).contains($0) ? $0 : nil }
      }
      digits.append(digit)
    }
    return nil
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        guard wait(for: POLLOUT) else { return false }
        let count = write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, wait(for: POLLIN) {
        let got = Foundation.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
        if got < 0, [EINTR, EAGAIN].contains(errno) { continue }
        guard got > 0 else { return isAtEnd = true }
        filled += got
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Waits until the socket can be read or written; returns `false` when the time is over.
  private func wait(for events: Int32) -> Bool {
    let silenceEnds = ContinuousClock.now + .seconds(patience.silence)
    let end = min(silenceEnds, deadline)
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else {
        exceeded = end == deadline ? patience.total : patience.silence
        return false
      }
      var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      // Rounded up, so that it does not turn round in the last millisecond.
      if poll(&waiting, 1, Int32(left / .milliseconds(1)) + 1) > 0 { return true }
    }
  }
}
