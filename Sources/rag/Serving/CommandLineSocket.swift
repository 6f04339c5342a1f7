import Embedding
import Files
import Foundation

/// The Unix socket on which `rag serve` answers `rag ask` of the same user about the same index.
///
/// Its folder and file are accessible to their owner only. It is made, or connected to, before the process is locked
/// in; then no more sockets can be had.
struct CommandLineSocket: Sendable {
  /// A connected or listening socket.
  let descriptor: Int32
  private let path: String
  /// Connections that wait to be accepted.
  private static let backlog: Int32 = 16

  /// The socket that was made before this process was locked in.
  static let prepared = Prepared<CommandLineSocket>()

  /// Where the servers' sockets are.
  static var folder: String { UserFolders.cache + "/rag/servers" }

  private static func path(forIndex path: String) -> String {
    folder + "/" + SHA256Digest.hexadecimal(of: RealPath.resolve(path)).prefix(16)
  }

  /// Connects to the server of an index; `nil` if none runs.
  init?(connectingToServerOf index: String) {
    path = Self.path(forIndex: index)
    var status = stat()
    // Nobody else's server is told a question.
    guard lstat(path, &status) == 0, status.st_uid == getuid(), let new = Self.socket() else { return nil }
    descriptor = new
    guard Self.withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
  }

  /// Listens for command lines about an index; `nil` if that is not possible, or if another server does.
  init?(servingIndex index: String) {
    if let other = CommandLineSocket(connectingToServerOf: index) {
      close(other.descriptor)
      return nil
    }
    path = Self.path(forIndex: index)
    guard (try? PrivateFile.makeFolder(at: Self.folder)) != nil, let new = Self.socket() else { return nil }
    descriptor = new
    // A server that was killed left its file.
    unlink(path)
    guard Self.withAddress(of: path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
      listen(descriptor, Self.backlog) == 0
    else {
      close(descriptor)
      return nil
    }
  }

  /// The command lines that connect, until the process ends.
  func connections() -> AsyncStream<Int32> {
    let (connections, sink) = AsyncStream.makeStream(of: Int32.self)
    Thread.detachNewThread { [descriptor] in
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 {
          sink.yield(connection)
        } else if errno != EINTR, errno != ECONNABORTED {
          break
        }
      }
      sink.finish()
    }
    return connections
  }

  /// Lets no more command lines connect.
  func stopListening() {
    unlink(path)
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private static func socket() -> Int32? {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let new = Foundation.socket(AF_UNIX, kind, 0)
    guard new >= 0 else { return nil }
    _ = fcntl(new, F_SETFD, FD_CLOEXEC)
    return new
  }

  /// Calls `body` with a socket's address; -1 if the path is too long for one.
  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      // The last byte stays 0.
      guard path.utf8.count < bytes.count else { return false }
      bytes.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { return -1 }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
