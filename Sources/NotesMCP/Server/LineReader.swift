import Embedding
import Foundation

/// Reads lines from a descriptor, on its own thread, one at a time.
actor LineReader {
  /// A line without its line feed.
  enum Line: Sendable, Equatable {
    case text(String)
    case tooLong
    case notUTF8
  }

  /// The longest line that is kept, in bytes: no request is nearly as long.
  static let longestLine = 4 << 20

  private let descriptor: Int32
  private let executor = SerialQueueExecutor(label: "rag.lines")
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var unread: Range<Int> = 0..<0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the next line; returns `nil` at the end of the input. The last line may lack its line feed.
  func next() -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if unread.isEmpty, !fill() { return line.isEmpty && !isTooLong ? nil : Self.line(line, isTooLong) }
      let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n")) ?? unread.upperBound
      if line.count + end - unread.lowerBound > Self.longestLine {
        (line, isTooLong) = ([], true)
      } else if !isTooLong {
        line += buffer[unread.lowerBound..<end]
      }
      let isWhole = end < unread.upperBound
      unread = (isWhole ? end + 1 : end)..<unread.upperBound
      if isWhole { return Self.line(line, isTooLong) }
    }
  }

  /// Reads more; returns false at the end of the input.
  private func fill() -> Bool {
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      unread = 0..<max(0, count)
      return count > 0
    }
  }

  private static func line(_ bytes: [UInt8], _ isTooLong: Bool) -> Line {
    isTooLong ? .tooLong : String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .notUTF8
  }
}
