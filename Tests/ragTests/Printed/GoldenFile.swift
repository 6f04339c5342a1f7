import Foundation
import TestSupport
import Testing

/// What commands printed when somebody last looked at it.
enum GoldenFile {
  private static let folder = Repository.url.appendingPathComponent("Tests/ragTests/Golden")

  /// Compares a text with its golden file, or with `RENEW_GOLDEN` in the environment writes the file.
  static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let path = folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["RENEW_GOLDEN"] != nil {
      return try Data(text.utf8).write(to: path)
    }
    if FileManager.default.contents(atPath: path.path) == Data(text.utf8) { return }
    let scratch = try TemporaryFolder()
    let printed = try scratch.write(text, to: name)
    let difference = try await BuiltProgram.run(
      executable: "/usr/bin/diff", ["-u", "--label", "\(name).txt", "--label", "printed", "-N", path.path, printed])
    Issue.record(
      "rag prints something else than \(name).txt; if it is right, run: make golden\n\(difference.output)",
      sourceLocation: sourceLocation)
  }

  /// All of them.
  static func everything() throws -> String {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }.sorted()
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
  }
}
