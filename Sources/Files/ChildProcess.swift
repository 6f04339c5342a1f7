import Foundation

/// A program that this one starts, which gets nothing of it but what it is given.
package struct ChildProcess: Sendable {
  let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: All of it: `NAME=value`.
  ///   - files: Under which number the program finds which file of this process. Its other standard files lead nowhere.
  /// - Throws: `POSIXError`.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String] = [], files: [(theirs: Int32, own: Int32)]
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (theirs, own) in files { posix_spawn_file_actions_adddup2(&actions, own, theirs) }
    let numbers = files.map(\.theirs)
    for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where !numbers.contains(standard) {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
    }
    // Not one that another thread is just making and has not yet marked, such as the socket by which Foundation learns
    // that a `Process` has ended. macOS has no such action: there, files that are marked (`FD_CLOEXEC`) are closed.
    #if !canImport(Darwin)
      _ = Self.addClosing?(&actions, max(STDERR_FILENO, numbers.max() ?? 0) + 1)
    #endif
    // It inherits neither ignored nor blocked signals: Swift's threads block nearly all.
    var (every, none) = (sigset_t(), sigset_t())
    sigfillset(&every)
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    self.id = id
  }

  #if !canImport(Darwin)
    /// An extension of the GNU C library from 2.34 on, which its headers hide from Swift.
    private static let addClosing:
      (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)? =
        dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
          unsafeBitCast(
            $0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
        }
  #endif

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
