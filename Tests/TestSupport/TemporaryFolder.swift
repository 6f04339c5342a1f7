import Foundation
import Synchronization

/// A folder that is removed a minute after the last reference to it is gone, or when the process ends.
///
/// Not at once: a test's last use of its notes may be a call that still reads them when Swift drops the reference.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("rag-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { LeftFolders.remove(path) }

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

/// Folders that are no longer used.
private enum LeftFolders {
  private static let paths = Mutex<Set<String>>([])
  private static let removingAtExit: Void = {
    _ = atexit {
      for path in LeftFolders.paths.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }
  }()

  static func remove(_ path: String) {
    removingAtExit
    paths.withLock { _ = $0.insert(path) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
      guard paths.withLock({ $0.remove(path) }) != nil else { return }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
