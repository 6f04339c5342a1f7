import Foundation

/// A folder that is removed when the last reference to it is gone.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("rag-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders it needs, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file of any bytes.
  @discardableResult
  package func write(_ data: Data, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }

  /// Writes a program and returns its path.
  @discardableResult
  package func writeProgram(_ script: String, to name: String) throws -> String {
    let draft = try write(script, to: "drafts/" + name)
    // Copied by another process: what this one wrote is busy while a child that it just forked still has it open.
    let copy = try Process.run(
      URL(filePath: "/usr/bin/install"), arguments: ["-D", "-m", "755", draft, path + "/" + name])
    copy.waitUntilExit()
    guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path + "/" + name
  }
}
