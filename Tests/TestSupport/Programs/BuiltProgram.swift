import Foundation

/// The built `rag`, run as a user runs it.
package enum BuiltProgram {
  package struct Result: Sendable {
    package var status: Int32
    package var output: String
    package var errors: String

    package init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }
  }

  /// Beside the tests, where SwiftPM puts every product of a build.
  package static var path: String {
    let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    var folder = executable.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("rag")
      if FileManager.default.isExecutableFile(atPath: candidate.path),
        (try? candidate.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
      {
        return candidate.path
      }
      folder.deleteLastPathComponent()
    }
    return "rag"
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - environment: Added to this process's own; an empty value takes a variable away.
  ///   - input: What standard input holds.
  package static func run(
    executable: String = BuiltProgram.path, _ arguments: [String], environment: [String: String] = [:],
    input: String = "",
    in folder: String? = nil
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Swift.Result { try runAndWait(executable, arguments, environment, input, folder) })
      }
    }
  }

  /// Starts the program and ends it with a signal after some time, unless it has ended by then.
  ///
  /// - Returns: Whether the signal met it running, and its exit code or signal.
  package static func interrupt(
    _ arguments: [String], environment: [String: String], with signal: Int32, after delay: Duration
  ) async throws -> (met: Bool, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    try await Task.sleep(for: delay)
    let met = process.isRunning
    if met { kill(process.processIdentifier, signal) }
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    return (met, process.terminationStatus)
  }

  private static func runAndWait(
    _ executable: String, _ arguments: [String], _ environment: [String: String], _ input: String, _ folder: String?
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files, not pipes: a full pipe that nobody reads yet would stop the program.
    let scratch = try TemporaryFolder()
    let inputPath = try scratch.write(input, to: "in")
    let outputPath = try scratch.write("", to: "out")
    let errorPath = try scratch.write("", to: "err")
    process.standardInput = FileHandle(forReadingAtPath: inputPath)
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorPath)
    try process.start()
    process.waitUntilExit()
    func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
    return Result(status: process.terminationStatus, output: try text(outputPath), errors: try text(errorPath))
  }
}
