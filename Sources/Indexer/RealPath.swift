import Foundation

/// The one name by which a folder is known.
enum RealPath {
  /// The absolute path without symbolic links, `.` and `..`.
  ///
  /// Of a path that does not exist, the part that does is resolved, and the rest is appended.
  static func resolve(_ path: String) -> String {
    var existing = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var missing: [Substring] = []
    while true {
      if let resolved = realpath(existing, nil) {
        defer { free(resolved) }
        return append(missing, to: String(cString: resolved))
      }
      let parts = existing.split(separator: "/")
      guard let last = parts.last else { return append(missing, to: "/") }
      missing.insert(last, at: 0)
      existing = "/" + parts.dropLast().joined(separator: "/")
    }
  }

  private static func append(_ names: [Substring], to path: String) -> String {
    var parts = path.split(separator: "/")
    for name in names {
      switch name {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(name)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path of `inner` from `outer`, if it lies in it; both are real paths.
  static func relative(_ inner: String, to outer: String) -> String? {
    let prefix = outer == "/" ? "/" : outer + "/"
    guard inner.utf8.count > prefix.utf8.count, inner.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: inner.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
