import Dispatch
import Foundation
import Synchronization

/// One end of the pair of sockets that frames go through.
public final class FrameSocket: Sendable {
  private let descriptor: Int32
  private let writing = DispatchQueue(label: "rag.frames.writing")
  private let closed = Mutex(false)

  /// - Parameter descriptor: A connected socket, or a file that can be read and written.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // If the other end is gone, `write` says so.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The frames that arrive, read on a thread of their own; ends when the other end is gone or sends no frame.
  public func frames() -> AsyncStream<Frame> {
    let (frames, sink) = AsyncStream.makeStream(of: Frame.self)
    Thread.detachNewThread { [descriptor] in
      while let frame = Self.frame(from: descriptor) { sink.yield(frame) }
      sink.finish()
    }
    return frames
  }

  /// Waits for one frame; `nil` if there is none to come. Call it before `frames`.
  public func next() -> Frame? { Self.frame(from: descriptor) }

  private static func frame(from descriptor: Int32) -> Frame? {
    guard let header = read(Frame.headerSize, from: descriptor), let (kind, exchange, count) = Frame.header(header),
      let payload = read(count, from: descriptor)
    else { return nil }
    return Frame(kind, of: exchange, payload)
  }

  /// Sends a frame, after those before it.
  public func send(_ frame: Frame) {
    writing.async { [self] in
      closed.withLock { closed in
        guard !closed else { return }
        closed = !frame.bytes.withUnsafeBytes(writeAll)
      }
    }
  }

  /// Waits until what was sent has been written.
  public func flush() { writing.sync {} }

  /// Closes the socket after what was sent has been written. Call it once, after the end of `frames`.
  public func close() {
    writing.sync {
      closed.withLock { closed in
        closed = true
        _ = Foundation.close(descriptor)
      }
    }
  }

  /// Limits how long `next` and the frames wait for bytes; `nil` for no limit.
  public func limitWaiting(to seconds: Double?) {
    let seconds = seconds ?? 0
    var time = timeval(tv_sec: Int(seconds), tv_usec: .init(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      let written = write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }

  /// Reads exactly so many bytes; `nil` at the end.
  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress?.advanced(by: done), count - done)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }
}
