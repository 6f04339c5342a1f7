import Foundation

/// How a program ended that this one ran.
struct ChildProcess {
  /// Its exit code.
  var status: Int32
  /// The last line that it wrote to standard error and that is not blank.
  var lastLine: String

  /// Runs a program to its end. Cancelling the task stops it.
  ///
  /// - Parameters:
  ///   - command: The program's name, looked up in `PATH`, and its arguments.
  ///   - environment: Added to this process's own.
  ///   - watching: Called ten times a second meanwhile.
  /// - Throws: `CatalogueError.missingTool` where the program is not installed.
  static func run(
    _ command: [String], environment: [String: String] = [:], watching: @Sendable () -> Void = {}
  ) async throws -> ChildProcess {
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("rag-fetch-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    // Messages of the C library in its own words, whatever the user's language.
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: errors.path)
    try runUnblocked(process)
    while process.isRunning {
      if Task.isCancelled {
        process.terminate()
        process.waitUntilExit()
        throw CancellationError()
      }
      watching()
      try? await Task.sleep(for: .milliseconds(100))
    }
    // 127 is env's word for a program that is not installed.
    if process.terminationStatus == 127 { throw CatalogueError.missingTool(command[0]) }
    let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    let last = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return ChildProcess(
      status: process.terminationStatus, lastLine: last.map(String.init) ?? "exit code \(process.terminationStatus)")
  }

  /// Starts a process that signals can end.
  ///
  /// A child inherits the signals that its parent's thread blocks, and Swift's own threads block nearly all of them.
  private static func runUnblocked(_ process: Process) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }
}

/// Why a source did not give its file.
struct FetchError: Error {
  var reason: String
  /// The host did not answer: nothing else of it need be tried.
  var isUnreachable = false
  /// No source can help.
  var isDiskFull = false
}
