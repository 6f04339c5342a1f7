import Foundation

/// The real git, as an oracle.
package enum Git {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Runs git in a folder, untouched by the user's own settings, and returns what it prints.
  @discardableResult
  package static func run(_ arguments: [String], in folder: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-c", "core.excludesFile=/dev/null", "-c", "init.defaultBranch=main"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
      .merging(["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "git \(arguments) ended with \(process.terminationStatus); these tests need git")
    }
    return data
  }

  /// The files of a folder that git does not ignore.
  package static func files(in folder: String) throws -> [String] {
    try run(["init", "-q", "--template="], in: folder)
    return try run(["ls-files", "-z", "--others", "--exclude-standard"], in: folder)
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
