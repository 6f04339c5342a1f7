import Foundation

/// A library of C, compiled for a test and loaded into a program with LD_PRELOAD.
package final class CompiledLibrary: Sendable {
  private let folder: TemporaryFolder
  package let path: String

  /// Compiles a file of `Tests/torture`.
  package init(_ source: String) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/" + (source as NSString).lastPathComponent.replacing(".c", with: ".so")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-shared", "-fPIC", "-O1", "-o", path,
      Repository.url.appendingPathComponent("Tests/torture/" + source).path,
      "-ldl", "-lpthread",
    ]
    try compiler.start()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// What loads it into a program, besides what is loaded already.
  package var environment: [String: String] {
    let others = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { " " + $0 } ?? ""
    return ["LD_PRELOAD": path + others]
  }
}
