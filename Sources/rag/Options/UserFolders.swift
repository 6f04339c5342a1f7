import Foundation

/// Where a person's programs keep what they make (XDG Base Directory Specification).
enum UserFolders {
  static var data: String { path("XDG_DATA_HOME", "/.local/share") }
  /// What can be made again.
  static var cache: String { path("XDG_CACHE_HOME", "/.cache") }
  /// What was measured of this machine.
  static var tuning: String { cache + "/rag/tuning" }

  private static func path(_ variable: String, _ standard: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment[variable], path.hasPrefix("/") { return path }
    let home = environment["HOME", default: ""]
    return (home.isEmpty ? NSHomeDirectory() : home) + standard
  }
}
