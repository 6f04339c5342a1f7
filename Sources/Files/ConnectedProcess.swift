import Foundation

/// A program that runs beside this one, connected by a pair of sockets, with nothing else of this process.
package struct ConnectedProcess: Sendable {
  /// This end of the pair.
  package let descriptor: Int32
  /// The number of the program's process.
  let id: pid_t

  /// Returns where a program is that was installed with this one.
  package static func path(of program: String) -> String {
    let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "."
    return folder + "/" + program
  }

  /// Starts a program.
  ///
  /// - Parameter ends: The descriptors under which it finds its end. The other standard ones lead nowhere.
  /// - Throws: `POSIXError`.
  package init(_ path: String, connectedAt ends: [Int32]) throws {
    var pair: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pair[1]) }
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for end in ends { posix_spawn_file_actions_adddup2(&actions, pair[1], end) }
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where !ends.contains(standard) {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
    }
    InheritedFiles.close(from: max(STDERR_FILENO, ends.max() ?? 0) + 1, in: &actions)
    // It inherits neither ignored nor blocked signals: Swift's threads block nearly all.
    var (every, none) = (sigset_t(), sigset_t())
    sigfillset(&every)
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var id: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { free(arguments[0]) }
    // It needs nothing of the user's environment.
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let code = posix_spawn(&id, path, &actions, &attributes, &arguments, &environment)
    guard code == 0 else {
      close(pair[0])
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    (descriptor, self.id) = (pair[0], id)
  }

  /// How a program ended by itself.
  package enum Ending: Hashable, Sendable {
    case signal(Int32)
    case code(Int32)
  }

  /// What the loader's exit code is if a library is missing: `man 8 ld.so`, and POSIX for a program that is not found.
  package static let notStarted = Ending.code(127)

  /// Waits for the end of the program, and returns how it ended; `nil` if it is not this process's child any more.
  package func wait() -> Ending? {
    var status: Int32 = 0
    var ended: pid_t
    repeat { ended = waitpid(id, &status, 0) } while ended < 0 && errno == EINTR
    guard ended == id else { return nil }
    let signal = status & 0x7F
    return signal != 0 ? .signal(signal) : .code(status >> 8 & 0xFF)
  }
}
