import Foundation

/// The canonical paths of files and folders.
package enum RealPath {
  /// Returns the absolute path without symbolic links, `.` and `..`.
  ///
  /// If the path does not exist, resolves the part that does and appends the rest. A relative path in a deleted working
  /// directory leads nowhere, never to the root.
  package static func resolve(_ path: String) -> String {
    let current = FileManager.default.currentDirectoryPath
    guard path.hasPrefix("/") || !current.isEmpty else { return "(the working directory was deleted)/" + path }
    var existing = path.hasPrefix("/") ? path : current + "/" + path
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

  /// Returns the real path of an open file, wherever its name leads by now; `nil` if the system does not know it.
  package static func of(descriptor: Int32) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
      guard fcntl(descriptor, F_GETPATH, &name) == 0 else { return nil }
    #else
      guard readlink("/proc/self/fd/\(descriptor)", &name, Int(PATH_MAX)) > 0 else { return nil }
    #endif
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the path of `inner` relative to `outer`; `nil` if it lies elsewhere. Both must be real paths.
  package static func relative(_ inner: String, to outer: String) -> String? {
    let prefix = outer == "/" ? "/" : outer + "/"
    guard inner.utf8.count > prefix.utf8.count, inner.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: inner.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
