import Foundation

/// Where a person's programs keep what they make (XDG Base Directory Specification).
package enum UserFolders {
  package static var data: String { data(in: ProcessInfo.processInfo.environment) }
  /// As `data`, of another environment than this process's own.
  package static func data(in environment: [String: String]) -> String {
    path("XDG_DATA_HOME", "/.local/share", environment)
  }
  /// What can be made again.
  package static var cache: String { path("XDG_CACHE_HOME", "/.cache", ProcessInfo.processInfo.environment) }
  /// What was measured of this machine.
  package static var tuning: String { cache + "/rag/tuning" }
  /// What was evaluated of instructions and tool definitions.
  package static var fronts: String { cache + "/rag/fronts" }

  private static func path(_ variable: String, _ standard: String, _ environment: [String: String]) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    let home = environment["HOME", default: ""]
    return (home.isEmpty ? NSHomeDirectory() : home) + standard
  }
}
