import FrontWire
import NIOCore
import Synchronization

/// The requests that are being answered, by their numbers.
final class Exchanges: Sendable {
  private let socket: FrameSocket
  private let state = Mutex<(last: UInt32, sinks: [UInt32: AsyncStream<Frame>.Continuation])>((0, [:]))
  /// The last request of each connection.
  private let connections = Mutex<[ObjectIdentifier: UInt32]>([:])

  init(_ socket: FrameSocket) { self.socket = socket }

  /// Passes a request on, and returns its number and what is answered.
  func open(_ head: RequestHead, body: [UInt8]) throws -> (number: UInt32, frames: AsyncStream<Frame>) {
    let (frames, sink) = AsyncStream.makeStream(of: Frame.self)
    let number = state.withLock { state in
      repeat { state.last &+= 1 } while state.last == 0 || state.sinks[state.last] != nil
      state.sinks[state.last] = sink
      return state.last
    }
    do {
      socket.send(try Frame(.request, of: number, json: head, body: body))
    } catch {
      state.withLock { $0.sinks[number] = nil }
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
    guard let sink = state.withLock({ $0.sinks.removeValue(forKey: number) }) else { return }
    sink.finish()
    socket.send(Frame(.cancel, of: number))
  }

  /// Takes a part of an answer.
  func take(_ frame: Frame) {
    guard let sink = state.withLock({ $0.sinks[frame.exchange] }) else { return }
    if frame.kind == .end {
      state.withLock { $0.sinks[frame.exchange] = nil }
      sink.finish()
    } else {
      sink.yield(frame)
    }
  }
}
