import Foundation
import Testing

/// A run of the compiler on a file of `Cases`, with the macros that were built.
struct CompilerRun {
  let output: String
  let status: Int32

  init(_ file: String, _ options: [String]) throws {
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
    let products = URL(fileURLWithPath: try #require(CommandLine.arguments.first)).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = cases
    process.arguments =
      [
        "swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-module-name", "Case", "-package-name", "case",
        "-I",
        "\(products.path)/Modules",
      ]
      + ["-load-plugin-executable", "\(products.path)/LanguageModelsMacros-tool#LanguageModelsMacros"]
      + options + [file]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
