import Files
import Foundation
import Synchronization

/// A child process, with all processes that it starts.
///
/// It is a process group of its own, which Ctrl-C does not reach, and does not inherit ignored signals: only this
/// program ends it, and always as a whole.
package final class ProcessGroup: Sendable {
  /// The id of the group and of its first process.
  private let leader: pid_t

  private static let running = Mutex<(leaders: Set<pid_t>, isClosed: Bool)>(([], false))

  /// How long the group may take to end after SIGTERM.
  private static let grace = Duration.seconds(1)

  /// Starts a program, with standard error redirected to a file.
  ///
  /// - Parameter command: The program's path and its arguments.
  /// - Throws: `FetchError` if it cannot be started, `CancellationError` after `killAll()`.
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
    InheritedFiles.close(from: STDERR_FILENO + 1, in: &actions)
    // A child inherits ignored and blocked signals: Swift's threads block nearly all.
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

  /// Whether the first process has ended. Its id is not reused before `status()` is called.
  var hasEnded: Bool {
    var ending = siginfo_t()
    return waitid(P_PID, id_t(leader), &ending, WEXITED | WNOHANG | WNOWAIT) != 0 || ending.si_signo == SIGCHLD
  }

  /// Kills what is left of the group after its first process has ended, and returns that process's exit code, or 128
  /// plus the signal that ended it.
  func status() -> Int32 {
    Self.running.withLock { running in
      kill(-leader, SIGKILL)
      var status: Int32 = 0
      waitpid(leader, &status, 0)
      running.leaders.remove(leader)
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
  }

  /// Ends the group: with SIGTERM, and with SIGKILL after a second.
  func stop() async {
    kill(-leader, SIGTERM)
    let deadline = ContinuousClock.now + Self.grace
    while !hasEnded {
      if .now >= deadline { kill(-leader, SIGKILL) }
      // A separate task, since sleeping fails in a cancelled one.
      await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
    }
    _ = status()
  }

  /// Kills all groups and prevents new ones, for a program that is about to exit.
  package static func killAll() {
    running.withLock { running in
      for leader in running.leaders { kill(-leader, SIGKILL) }
      running.isClosed = true
    }
  }
}
