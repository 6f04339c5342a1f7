import Foundation

/// The outcome of a child process.
struct ChildProcess {
  /// The exit code; 128 plus the number of the signal that ended it, as in shells.
  var status: Int32
  /// The last nonblank line on standard error.
  var lastLine: String

  /// Runs a program to its end. Cancelling the task stops it and all processes that it started.
  ///
  /// - Parameters:
  ///   - command: The program's name, looked up in `PATH`, and its arguments.
  ///   - environment: Variables added to this process's own.
  ///   - watching: Called ten times per second while it runs.
  /// - Throws: `CatalogueError.missingTool` if the program is not installed.
  static func run(
    _ command: [String], environment: [String: String] = [:], watching: @Sendable () -> Void = {}
  ) async throws -> ChildProcess {
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("rag-fetch-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    let group = try ProcessGroup(
      // Messages of the C library in English, whatever the user's language.
      running: ["/usr/bin/env"] + command,
      environment: ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }.merging(environment) { $1 },
      errorsTo: errors.path)
    while !group.hasEnded {
      if Task.isCancelled {
        await group.stop()
        throw CancellationError()
      }
      watching()
      try? await Task.sleep(for: .milliseconds(100))
    }
    let status = group.status()
    // env exits with 127 if the program is not installed.
    if status == 127 { throw CatalogueError.missingTool(command[0]) }
    let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    let last = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return ChildProcess(status: status, lastLine: last.map(String.init) ?? "exit code \(status)")
  }
}
