import Foundation
import Testing

/// A run of the compiler on a file of `Cases`, with the macros that were built.
struct CompilerRun {
  let output: String
  let status: Int32

  init(_ file: String, _ options: [String]) throws {
    let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
    let sources = cases.appendingPathComponent("../../../../Sources").standardizedFileURL
    // The modules built here import C modules, whose maps stand beside their headers.
    let headers = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      .map { $0.appendingPathComponent("include") }
      .filter { FileManager.default.fileExists(atPath: $0.appendingPathComponent("module.modulemap").path) }
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
      + headers.flatMap { ["-I", $0.path] } + options + [file]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
