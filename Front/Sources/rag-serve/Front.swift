import AirGap
import Foundation
import FrontWire
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Listens for clients of `rag serve`, and passes their requests on to the process that reads the notes.
///
/// That process starts this one, with a socket as descriptor 3. This one can read no note, connect to nothing, and once
/// it listens make no other socket; the other one has no network at all.
@main
enum Front {
  private static let descriptor: Int32 = 3

  static func main() async {
    // The other process decides when to end.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    // Only its owner can open a socket that it makes, and it has nothing open but its own.
    umask(0o077)
    for other in (descriptor + 1)..<1024 { close(other) }
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0 else {
      FileHandle.standardError.write(Data("rag-serve: run 'rag serve', which starts this program\n".utf8))
      exit(64)
    }
    let socket = FrameSocket(descriptor)
    guard let first = socket.next(), first.kind == .configuration,
      let configuration = try? first.value(FrontConfiguration.self).value
    else { exit(2) }
    do {
      try lockFiles(configuration.address)
    } catch {
      fail("it cannot be locked in: \(error.localizedDescription)", socket)
    }
    // The network library would put its own socket in the place of another's.
    if case .unix(let path) = configuration.address, UnixSocket.isServed(at: path) {
      fail("another server listens there", socket)
    }
    let exchanges = Exchanges(socket)
    let sessions = Sessions(token: configuration.token)
    let group = serviceGroup(configuration, exchanges, sessions, socket)
    let frames = socket.frames()
    Task {
      for await frame in frames {
        switch frame.kind {
        case .stop: await group.triggerGracefulShutdown()
        case .code: sessions.add(code: String(decoding: frame.payload, as: UTF8.self))
        default: exchanges.take(frame)
        }
      }
      // The process that reads the notes is gone.
      exit(0)
    }
    do {
      try await group.run()
    } catch {
      fail(reason(for: error), socket)
    }
    exit(0)
  }

  private static func serviceGroup(
    _ configuration: FrontConfiguration, _ exchanges: Exchanges, _ sessions: Sessions, _ socket: FrameSocket
  ) -> ServiceGroup {
    let application = Application(
      responder: NotesResponder(
        guarding: Gate(configuration, sessions), limit: configuration.longestBody, exchanges: exchanges),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionDeadlines(patience: configuration.patience)],
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
      configuration: .init(
        address: configuration.address.bindAddress,
        availableConnectionsDelegate: MaximumAvailableConnections(configuration.connections)),
      onServerRunning: { channel in
        do {
          // It listens: no other socket from now on.
          try AirGap.lockNewSockets()
          socket.send(Frame(.ready, Array("\(channel.localAddress?.port ?? 0)".utf8)))
        } catch {
          fail("it cannot be locked in: \(error.localizedDescription)", socket)
        }
      },
      logger: Logger(label: "rag-serve") { _ in SwiftLogNoOpLogHandler() })
    return ServiceGroup(
      configuration: .init(
        services: [.init(service: application)], logger: Logger(label: "rag-serve") { _ in SwiftLogNoOpLogHandler() }))
  }

  /// Before there are other threads: nothing of the user's can be read or written, but for the socket to listen on.
  private static func lockFiles(_ address: FrontConfiguration.Address) throws {
    var folders: [String] = []
    if case .unix(let path) = address { folders = [(path as NSString).deletingLastPathComponent] }
    try AirGap.lockFiles(
      readingOnly: ["/dev/null", "/dev/urandom", "/etc", "/lib", "/lib64", "/proc", "/sys", "/usr"],
      socketsIn: folders)
  }

  private static func fail(_ reason: String, _ socket: FrameSocket) -> Never {
    socket.send(Frame(.failure, Array(reason.utf8)))
    socket.flush()
    exit(2)
  }

  /// Returns one line about an error of the network library.
  private static func reason(for error: any Error) -> String {
    if let error = error as? SocketAddressError.UnknownHost { return "no address was found for \(error.host)" }
    guard let error = error as? IOError else { return "\(error)" }
    return String(cString: strerror(error.errnoCode))
  }
}

extension FrontConfiguration.Address {
  fileprivate var bindAddress: BindAddress {
    switch self {
    case .tcp(let host, let port): .hostname(host, port: port)
    case .unix(let path): .unixDomainSocket(path: path)
    }
  }
}
