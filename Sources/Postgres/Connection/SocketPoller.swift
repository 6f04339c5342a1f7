import Foundation
import Synchronization

/// Waits for sockets on one thread for all connections, so that no task blocks a thread.
///
/// It uses `poll`, not a dispatch source: libpq closes its socket by itself when a connection breaks, which a dispatch
/// source must be told before.
final class SocketPoller: Sendable {
  struct Events: OptionSet, Sendable {
    let rawValue: Int16
    static let reading = Events(rawValue: Int16(POLLIN))
    static let writing = Events(rawValue: Int16(POLLOUT))
  }

  private struct Wait {
    var socket: Int32
    var events: Events
    var deadline: ContinuousClock.Instant?
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var waits: [UInt64: Wait] = [:]
    /// Tokens that were woken before they waited.
    var woken: Set<UInt64> = []
    /// A pipe that ends a `poll`; made for the first wait, with the thread.
    var pipe: (reading: Int32, writing: Int32)?
  }

  static let shared = SocketPoller()

  private let state = Mutex(State())
  private let tokens = Atomic<UInt64>(0)

  /// A number to wake a waiter by.
  func makeToken() -> UInt64 { tokens.add(1, ordering: .relaxed).newValue }

  /// Waits until a socket is ready or broken, until `deadline`, or until `wake`. It may also return for no reason.
  func wait(_ token: UInt64, on socket: Int32, for events: Events, until deadline: ContinuousClock.Instant?) async {
    await withCheckedContinuation { continuation in
      let isAtOnce = state.withLock { state in
        if state.woken.remove(token) != nil { return true }
        if state.pipe == nil { state.pipe = start() }
        guard let pipe = state.pipe else { return true }
        state.waits[token] = Wait(socket: socket, events: events, deadline: deadline, continuation: continuation)
        Self.signal(pipe.writing)
        return false
      }
      if isAtOnce { continuation.resume() }
    }
  }

  /// Ends the wait of a token, or its next one.
  func wake(_ token: UInt64) {
    let continuation = state.withLock { state in
      let wait = state.waits.removeValue(forKey: token)
      if wait == nil { state.woken.insert(token) }
      return wait?.continuation
    }
    continuation?.resume()
  }

  /// Forgets a token that waits no more.
  func forget(_ token: UInt64) { _ = state.withLock { $0.woken.remove(token) } }

  private static func signal(_ descriptor: Int32) {
    var byte: UInt8 = 0
    // A full pipe wakes the thread as well.
    _ = write(descriptor, &byte, 1)
  }

  private func start() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let reading = ends[0]
    Thread.detachNewThread { [self] in while true { pollOnce(reading) } }
    return (reading, ends[1])
  }

  private func pollOnce(_ pipe: Int32) {
    let waits = state.withLock { state in
      state.waits.map { (token: $0.key, socket: $0.value.socket, events: $0.value.events, deadline: $0.value.deadline) }
    }
    var sockets = waits.map { pollfd(fd: $0.socket, events: $0.events.rawValue, revents: 0) }
    sockets.append(pollfd(fd: pipe, events: Int16(POLLIN), revents: 0))
    let earliest = waits.compactMap(\.deadline).min()
    _ = poll(&sockets, .init(sockets.count), earliest.map { Self.milliseconds(until: $0) } ?? -1)
    if sockets[waits.count].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 256)
      while read(pipe, &bytes, bytes.count) > 0 {}
    }
    let now = ContinuousClock.now
    let ended = zip(waits, sockets).filter { wait, socket in
      socket.revents != 0 || wait.deadline.map { $0 <= now } == true
    }
    let continuations = state.withLock { state in
      ended.compactMap { state.waits.removeValue(forKey: $0.0.token)?.continuation }
    }
    for continuation in continuations { continuation.resume() }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = (deadline - .now).components
    // Rounded up: `poll` must not return before the deadline again and again.
    return Int32(clamping: max(0, min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }
}
