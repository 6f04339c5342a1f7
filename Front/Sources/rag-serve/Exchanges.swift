import FrontWire
import NIOCore
import Synchronization

/// The requests that are being answered, by their numbers.
final class Exchanges: Sendable {
  /// The requests that are being answered have as many bytes as may wait.
  struct Full: Error {}

  private struct Exchange {
    var sink: AsyncStream<Frame>.Continuation
    /// The bytes of the request's body.
    var asked: Int
    /// The bytes of the answer that wait for the client to take them.
    var waiting = 0
  }

  private struct State {
    var last: UInt32 = 0
    var open: [UInt32: Exchange] = [:]
    /// The bytes of all bodies, and of all answers that wait.
    var (asked, waiting) = (0, 0)

    mutating func remove(_ number: UInt32) -> AsyncStream<Frame>.Continuation? {
      guard let exchange = open.removeValue(forKey: number) else { return nil }
      asked -= exchange.asked
      waiting -= exchange.waiting
      return exchange.sink
    }
  }

  /// The most bytes of the bodies of all requests, and of all answers that wait for slow clients.
  private static let most = 64 << 20
  private let socket: FrameSocket
  private let state = Mutex(State())
  /// The last request of each connection.
  private let connections = Mutex<[ObjectIdentifier: UInt32]>([:])

  init(_ socket: FrameSocket) { self.socket = socket }

  /// Passes a request on, and returns its number and what is answered.
  ///
  /// - Throws: `Full` if too much is being answered already.
  func open(_ head: RequestHead, body: [UInt8]) throws -> (number: UInt32, frames: AsyncStream<Frame>) {
    let (frames, sink) = AsyncStream.makeStream(of: Frame.self)
    let number = try state.withLock { state in
      guard state.asked + body.count <= Self.most else { throw Full() }
      repeat { state.last &+= 1 } while state.last == 0 || state.open[state.last] != nil
      state.open[state.last] = Exchange(sink: sink, asked: body.count)
      state.asked += body.count
      return state.last
    }
    do {
      socket.send(try Frame(.request, of: number, json: head, body: body))
    } catch {
      _ = state.withLock { $0.remove(number) }
      throw error
    }
    return (number, frames)
  }

  /// Ends a request when its connection is closed.
  ///
  /// A connection's requests come one after another. Its end is watched once: a callback for each request would stay
  /// until it is closed.
  func end(_ number: UInt32, with channel: any Channel) {
    let id = ObjectIdentifier(channel)
    guard connections.withLock({ $0.updateValue(number, forKey: id) }) == nil else { return }
    channel.closeFuture.whenComplete { _ in
      if let last = self.connections.withLock({ $0.removeValue(forKey: id) }) { self.cancel(last) }
    }
  }

  /// Ends a request that nobody waits for any more; does nothing if it has been answered.
  func cancel(_ number: UInt32) {
    guard let sink = state.withLock({ $0.remove(number) }) else { return }
    sink.finish()
    socket.send(Frame(.cancel, of: number))
  }

  /// Takes a part of an answer. A client that leaves too much of it waiting gets no more.
  func take(_ frame: Frame) {
    let (number, size) = (frame.exchange, frame.payload.count)
    let (sink, isTooMuch) = state.withLock { state -> (AsyncStream<Frame>.Continuation?, Bool) in
      if frame.kind == .end { return (state.remove(number), false) }
      guard let sink = state.open[number]?.sink else { return (nil, false) }
      guard state.waiting + size <= Self.most else { return (nil, true) }
      state.waiting += size
      state.open[number]?.waiting += size
      return (sink, false)
    }
    if isTooMuch { return cancel(number) }
    if frame.kind == .end { sink?.finish() } else { sink?.yield(frame) }
  }

  /// Notes that so many bytes of an answer wait no longer.
  func passed(_ size: Int, of number: UInt32) {
    state.withLock { state in
      guard let waiting = state.open[number]?.waiting else { return }
      state.open[number]?.waiting = waiting - size
      state.waiting -= size
    }
  }
}
