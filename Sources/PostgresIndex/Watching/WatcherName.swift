import Files
import Foundation
import VectorStore

/// The name of a session that follows folders, which every role can read: `rag watch 1234 laptop`.
enum WatcherName {
  private static let prefix = "rag watch "

  /// The name of this process's session. The server cuts it to 63 bytes.
  static var own: String { "\(prefix)\(ProcessInfo.processInfo.processIdentifier) \(ThisMachine.name)" }

  /// Returns the process that gave itself a name, following some folders.
  static func watcher(_ name: String, folders: [String]? = nil) -> IndexWatcher {
    let parts = name.dropFirst(prefix.count).split(separator: " ", maxSplits: 1)
    guard name.hasPrefix(prefix), let process = parts.first.flatMap({ Int32($0) }) else {
      return IndexWatcher(folders: folders)
    }
    // A long name of this machine was cut as well.
    let isHere =
      name == String(decoding: own.utf8.prefix(63), as: UTF8.self)
      || parts.count > 1 && name.utf8.count == 63 && ThisMachine.name.hasPrefix(parts[1])
    let host = parts.count < 2 || isHere ? ThisMachine.name : String(parts[1])
    return IndexWatcher(processID: process, host: host, folders: folders)
  }
}
