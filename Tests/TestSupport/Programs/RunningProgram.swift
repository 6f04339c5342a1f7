import Foundation

/// The built `rag` while it runs: what it has said so far, what it is told, and signals.
///
/// It is killed with the last reference to it.
package final class RunningProgram: Sendable {
  /// The program ended before what a test waited for.
  package struct Ended: Error, CustomStringConvertible {
    package var status: Int32
    package var output: String
    package var errors: String
    package var description: String { "ended with \(status) too early; it said:\n\(output)\n\(errors)" }
  }

  private let process = Process()
  private let input = Pipe()
  private let scratch: TemporaryFolder

  /// Starts the program; an empty value takes a variable out of its environment.
  package init(_ arguments: [String], environment: [String: String], in folder: String) throws {
    scratch = try TemporaryFolder()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = input
    process.standardOutput = FileHandle(forWritingAtPath: try scratch.write("", to: "out"))
    process.standardError = FileHandle(forWritingAtPath: try scratch.write("", to: "err"))
    try process.start()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  package var processID: Int32 { process.processIdentifier }

  /// What it has written to standard output.
  package var output: String { (try? String(contentsOfFile: scratch.path + "/out", encoding: .utf8)) ?? "" }
  /// What it has written to standard error.
  package var errors: String { (try? String(contentsOfFile: scratch.path + "/err", encoding: .utf8)) ?? "" }

  /// Types a line.
  package func say(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Interrupts it as Ctrl-C does, and lets it run on where it was halted.
  package func interrupt() {
    signal(SIGINT)
    signal(SIGCONT)
  }

  /// Waits until something is so; throws `Ended` where the program ends without.
  package func wait(until isSo: @escaping @Sendable () throws -> Bool) async throws {
    try await poll(isSo) {}
  }

  /// Stops it (`SIGSTOP`) at the moment when something is so: it stays there until it is told to go on, however long
  /// the test takes to look at it.
  package func halt(when isSo: @escaping @Sendable () throws -> Bool) async throws {
    try await poll(isSo) { self.signal(SIGSTOP) }
  }

  /// On a thread of its own, so that other tests do not delay it.
  private func poll(_ isSo: @escaping @Sendable () throws -> Bool, then act: @escaping @Sendable () -> Void)
    async throws
  {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            while true {
              // Asked before the condition: what it wrote last counts.
              let wasRunning = self.process.isRunning
              if try isSo() { return act() }
              guard wasRunning else {
                throw Ended(status: self.process.terminationStatus, output: self.output, errors: self.errors)
              }
              usleep(2000)
            }
          })
      }
    }
  }

  /// Closes its input, waits for its end and returns the exit code, or the signal that ended it.
  package func end() async throws -> Int32 {
    try? input.fileHandleForWriting.close()
    while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
    return process.terminationStatus
  }
}
