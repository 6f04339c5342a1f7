import Foundation
import Synchronization

/// A program that this one runs, with all that it starts in turn.
///
/// It is a process group of its own, where Ctrl-C does not reach it, and no signal is ignored that this program
/// ignores: it is ended by this program alone, and as a whole.
package final class ProcessGroup: Sendable {
  /// The id of the group and of its first process.
  private let leader: pid_t

  private static let running = Mutex<(leaders: Set<pid_t>, isClosed: Bool)>(([], false))

  /// How long the group may take to end by itself once it is told to: nothing that it does is waited for.
  private static let grace = Duration.seconds(1)

  /// Starts a program; what it writes to standard error goes into a file.
  ///
  /// - Parameter command: The program's path and its arguments.
  /// - Throws: `FetchError` where it cannot be started, `CancellationError` after `killAll()`.
  init(running command: [String], environment: [String: String], errorsTo path: String) throws {
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    var (every, none) = (sigset_t(), sigset_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    sigfillset(&every)
    sigemptyset(&none)
    defer {
      for text in arguments + variables { free(text) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, path, O_WRONLY, 0)
    // A child inherits which signals its parent ignores and its parent's thread blocks: Swift's own block nearly all.
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    leader = try Self.running.withLock { running in
      if running.isClosed { throw CancellationError() }
      var process = pid_t()
      let failure = posix_spawn(&process, command[0], &actions, &attributes, arguments, variables)
      guard failure == 0 else {
        throw FetchError(reason: "\(command[0]) cannot be run: \(String(cString: strerror(failure)))")
      }
      running.leaders.insert(process)
      return process
    }
  }

  /// Whether the first process has ended. Until `status()` is asked its id is nobody else's.
  var hasEnded: Bool {
    var ending = siginfo_t()
    return waitid(P_PID, id_t(leader), &ending, WEXITED | WNOHANG | WNOWAIT) != 0 || ending.si_signo == SIGCHLD
  }

  /// Ends what the first process left behind, once it has ended, and returns its exit code, or 128 and the signal that
  /// ended it.
  func status() -> Int32 {
    Self.running.withLock { running in
      kill(-leader, SIGKILL)
      var status: Int32 = 0
      waitpid(leader, &status, 0)
      running.leaders.remove(leader)
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
  }

  /// Ends the group: it is asked to first, and made to if it has not ended after a second.
  func stop() async {
    kill(-leader, SIGTERM)
    let deadline = ContinuousClock.now + Self.grace
    while !hasEnded {
      if .now >= deadline { kill(-leader, SIGKILL) }
      // A task of its own sleeps, although the one that waits for it is cancelled.
      await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
    }
    _ = status()
  }

  /// Ends all groups at once and starts none any more: for a program that is about to end.
  package static func killAll() {
    running.withLock { running in
      for leader in running.leaders { kill(-leader, SIGKILL) }
      running.isClosed = true
    }
  }
}
