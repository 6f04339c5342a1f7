import Foundation
import Synchronization

/// Stands between a client and a server, passes on what they send, and cuts their connection where a test wants.
package final class CuttingProxy: Sendable {
  /// Where the next connections are cut. A cut connection ends for both sides with an error.
  package enum Cut: Sendable {
    /// Once the client has sent so many bytes.
    case afterSending(Int)
    /// Once the server has sent so many bytes.
    case afterReceiving(Int)
    /// When the client sends these bytes, which the server gets or not. The server's answer does not pass.
    case atBytes(String, reachServer: Bool)
  }

  private struct State {
    var cut: Cut?
    /// For each piece of up to 64 KB, in either direction.
    var delay: Duration = .zero
    /// Whether nothing passes in either direction, and nobody is told.
    var isSilent = false
    var pairs: [(Int32, Int32)] = []
    var connectionCount = 0
    var sent = 0
  }

  private let listener: LoopbackListener
  private let target: String
  private let state = Mutex(State())

  /// Starts a proxy on 127.0.0.1 for the server with a Unix socket.
  package init(to socketPath: String) throws {
    target = socketPath
    listener = try LoopbackListener()
    listener.accept { [weak self] client in
      guard let proxy = self else {
        close(client)
        return
      }
      proxy.serve(client)
    }
  }

  package var port: UInt16 { listener.port }

  /// How many connections clients have made.
  package var connectionCount: Int { state.withLock(\.connectionCount) }
  /// How many bytes clients have sent.
  package var sentCount: Int { state.withLock(\.sent) }

  /// Says where connections are cut from now on, also those that stand; `nil` lets all pass.
  package func cut(_ cut: Cut?) { state.withLock { $0.cut = cut } }

  /// Makes each piece wait.
  package func delay(_ delay: Duration) { state.withLock { $0.delay = delay } }

  /// Lets nothing pass, as a broken network does; or all again.
  package func silence(_ isSilent: Bool = true) { state.withLock { $0.isSilent = isSilent } }

  /// Cuts all connections.
  package func cutAll() {
    // Not one that is closed meanwhile: another file may have got its number.
    state.withLock { state in
      for pair in state.pairs { Self.reset(pair) }
    }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(target.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix($0.count - 1)) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      close(server)
      close(client)
      return
    }
    state.withLock {
      $0.pairs.append((client, server))
      $0.connectionCount += 1
    }
    let remaining = Mutex(2)
    let pair = (client, server)
    let link = Link(remaining: remaining)
    for isSending in [true, false] {
      Thread.detachNewThread { [self] in
        pass(from: isSending ? client : server, to: isSending ? server : client, isSending: isSending, link)
        shutdown(isSending ? server : client, Int32(SHUT_WR))
        guard link.isLast() else { return }
        state.withLock {
          $0.pairs.removeAll { $0 == pair }
          close(client)
          close(server)
        }
      }
    }
  }

  /// What both directions of a connection share.
  private final class Link: Sendable {
    private let remaining: Mutex<Int>
    private let swallows = Mutex(false)

    init(remaining: consuming Mutex<Int>) { self.remaining = remaining }

    func isLast() -> Bool {
      remaining.withLock {
        $0 -= 1
        return $0 == 0
      }
    }

    var swallowsAnswers: Bool {
      get { swallows.withLock { $0 } }
      set { swallows.withLock { $0 = newValue } }
    }
  }

  private func pass(from source: Int32, to destination: Int32, isSending: Bool, _ link: Link) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var total = 0
    while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
      var (cut, delay, isSilent) = state.withLock { state in
        if isSending { state.sent += count }
        return (state.cut, state.delay, state.isSilent)
      }
      if delay > .zero { usleep(useconds_t(delay / .microseconds(1))) }
      while isSilent {
        usleep(2000)
        isSilent = state.withLock(\.isSilent)
      }
      if !isSending, link.swallowsAnswers { continue }
      cut = state.withLock(\.cut) ?? cut
      switch cut {
      case .afterSending(let limit)? where isSending && total + count >= limit:
        LoopbackListener.send(buffer[..<max(0, limit - total)], to: destination)
        return Self.reset((source, destination))
      case .afterReceiving(let limit)? where !isSending && total + count >= limit:
        LoopbackListener.send(buffer[..<max(0, limit - total)], to: destination)
        return Self.reset((source, destination))
      case .atBytes(let text, let reachServer)? where isSending && buffer[..<count].contains(text.utf8):
        link.swallowsAnswers = true
        if reachServer {
          LoopbackListener.send(buffer[..<count], to: destination)
          // Until the server has acted on it; what it answers is swallowed.
          usleep(300_000)
        }
        return Self.reset((source, destination))
      default: break
      }
      guard LoopbackListener.send(buffer[..<count], to: destination) else { return }
      total += count
    }
  }

  /// Ends both connections so that the clients see an error.
  private static func reset(_ pair: (Int32, Int32)) {
    for socket in [pair.0, pair.1] {
      LoopbackListener.resetWhenClosed(socket)
      shutdown(socket, Int32(SHUT_RDWR))
    }
  }
}
