import Foundation

/// The folders for a person's data and caches (XDG Base Directory Specification).
package enum UserFolders {
  package static var data: String { data(in: ProcessInfo.processInfo.environment) }
  /// Returns the folder for data in an environment.
  package static func data(in environment: [String: String]) -> String {
    path("XDG_DATA_HOME", "/.local/share", environment)
  }
  /// The folder for files that can be recreated.
  package static var cache: String { cache(in: ProcessInfo.processInfo.environment) }
  /// Returns the folder for files that can be recreated in an environment.
  package static func cache(in environment: [String: String]) -> String {
    path("XDG_CACHE_HOME", "/.cache", environment)
  }
  /// Returns the folder for settings in an environment.
  package static func settings(in environment: [String: String]) -> String {
    path("XDG_CONFIG_HOME", "/.config", environment)
  }
  /// The folder for measurements of this machine.
  package static var tuning: String { cache + "/rag/tuning" }
  /// The folder for evaluated instructions and tool definitions.
  package static var fronts: String { cache + "/rag/fronts" }

  private static func path(_ variable: String, _ standard: String, _ environment: [String: String]) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return home(in: environment) + standard
  }

  /// Returns the user's home in an environment.
  package static func home(in environment: [String: String]) -> String {
    let home = environment["HOME", default: ""]
    return home.isEmpty ? NSHomeDirectory() : home
  }
}
