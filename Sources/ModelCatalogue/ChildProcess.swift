import Foundation

/// How a program ended that this one ran.
struct ChildProcess {
  /// Its exit code; that of a signal is 128 and its number, as shells have it.
  var status: Int32
  /// The last line that it wrote to standard error and that is not blank.
  var lastLine: String

  /// Runs a program to its end. Cancelling the task stops it, and all that it started.
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
    let group = try ProcessGroup(
      // Messages of the C library in its own words, whatever the user's language.
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
    // 127 is env's word for a program that is not installed.
    if status == 127 { throw CatalogueError.missingTool(command[0]) }
    let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    let last = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return ChildProcess(status: status, lastLine: last.map(String.init) ?? "exit code \(status)")
  }
}
