import Foundation

/// Faults in the calls with which a program changes files: see `Tests/torture/faults.c`.
package struct Faults {
  /// A call that was noted.
  package struct Call {
    package var name: String
    /// The permissions of what it made.
    package var mode: Int
    package var path: String
  }

  /// The library that is loaded into the program, compiled once.
  private static let library = Result { try CompiledLibrary("faults.c") }

  /// The folder whose files count.
  package let folder: String
  private let log: TemporaryFolder

  package init(in folder: String) throws {
    self.folder = folder
    log = try TemporaryFolder()
  }

  /// What has a program's calls noted, and where a kind of fault is named, fail from one of them on.
  package func environment(_ kind: String? = nil, at number: Int = 1) throws -> [String: String] {
    var environment = try Self.library.get().environment
    (environment["FAULTS_FOLDER"], environment["FAULTS_LOG"]) = (folder, log.path + "/log")
    if let kind { environment.merge(["FAULTS_KIND": kind, "FAULTS_AT": String(number)]) { $1 } }
    return environment
  }

  /// The calls that were noted.
  package func calls() throws -> [Call] {
    try String(contentsOfFile: log.path + "/log", encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let mode = Int(parts[1], radix: 8) else { return nil }
      return Call(name: String(parts[0]), mode: mode, path: String(parts[2]))
    }
  }
}
