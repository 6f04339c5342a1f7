/// Why the system does not tell of changes in a folder, which must be looked at now and then instead.
package enum FolderWatchError: Error, Hashable, Sendable {
  /// No more folders can be followed: the system's limit of this name is reached.
  case limit(name: String)
  /// The folder is on another machine, or on a file system that does not tell of all changes.
  case fileSystem(kind: String, folder: String)
  /// The system has nothing that tells of changes.
  case unsupported
}
