import Foundation
import Synchronization

/// A socket on 127.0.0.1 with a free port. It is closed with the last reference to it.
package final class LoopbackListener: Sendable {
  private let socket: Int32
  /// Whether a thread accepts connections, and closes the socket at its end.
  private let isServed = Mutex(false)
  package let port: UInt16

  package init() throws {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 64) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else {
      close(socket)
      throw CocoaError(.fileReadUnknown)
    }
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    // Not closed under a thread that uses it: another file may get its number.
    shutdown(socket, Int32(SHUT_RDWR))
    if !isServed.withLock(\.self) { close(socket) }
  }

  /// Gives each connection to `serve`, one after the other, on a thread of its own.
  package func accept(_ serve: @escaping @Sendable (Int32) -> Void) {
    let socket = socket
    isServed.withLock { $0 = true }
    Thread.detachNewThread {
      while case let connection = Foundation.accept(socket, nil, nil), connection >= 0 { serve(connection) }
      close(socket)
    }
  }

  /// Sends all of the bytes; returns whether the other side took them.
  @discardableResult
  package static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Makes the other side see an error instead of an end when the connection is closed.
  package static func resetWhenClosed(_ socket: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }
}
