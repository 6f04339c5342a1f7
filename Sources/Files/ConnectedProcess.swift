import Foundation

/// A program that runs beside this one, connected by a pair of sockets, with nothing else of this process.
package struct ConnectedProcess: Sendable {
  /// This end of the pair.
  package let descriptor: Int32
  package let child: ChildProcess

  /// Returns where a program is that was installed with this one.
  package static func path(of program: String) -> String {
    let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "."
    return folder + "/" + program
  }

  /// Starts a program.
  ///
  /// - Parameter ends: The descriptors under which it finds its end.
  /// - Throws: `POSIXError`.
  package init(_ path: String, connectedAt ends: [Int32]) throws {
    var pair: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pair[1]) }
    do {
      child = try ChildProcess(path, files: ends.map { (theirs: $0, own: pair[1]) })
    } catch {
      close(pair[0])
      throw error
    }
    descriptor = pair[0]
  }
}
