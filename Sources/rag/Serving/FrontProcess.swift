import Foundation

/// The process that listens for clients of `rag serve`: the program `rag-serve`, beside this one.
///
/// It is started before this process is locked in. The two share a pair of sockets; neither can use the other's files
/// or network.
struct FrontProcess: Sendable {
  /// The name of the program.
  static let program = "rag-serve"
  /// This end of the pair of sockets.
  let descriptor: Int32

  /// The process that was started before this one was locked in.
  static let prepared = Prepared<FrontProcess>()

  /// The program's file.
  static var path: String {
    let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "."
    return folder + "/" + program
  }

  static func start() throws -> FrontProcess {
    let path = path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw CommandError.noFront(path) }
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    defer { close(ends[1]) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    // Nothing else of this process: it closes what it inherits beyond.
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
    }
    var id: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    // It needs nothing of the user's environment.
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let code = posix_spawn(&id, path, &actions, nil, &arguments, &environment)
    guard code == 0 else {
      close(ends[0])
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    return FrontProcess(descriptor: ends[0])
  }
}
