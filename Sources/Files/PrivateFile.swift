package import Foundation

/// Files derived from a person's notes, which only their owner may read, regardless of the umask.
package enum PrivateFile {
  /// The maximum number of symbolic links that the kernel follows in one path.
  private static let mostLinks = 40
  private static let ending = ".part"
  /// The free bytes that SQLite needs even to read a file: two 32 KiB regions of shared memory.
  private static let leastSpace: UInt64 = 65_536

  /// Creates a folder and its parents, accessible to their owner only; existing ones are unchanged.
  package static func makeFolder(at path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder(of: path) != path else { throw FileError(path) }
    try makeFolder(at: folder(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path) }
  }

  /// Creates an empty file; an existing file is unchanged and not opened.
  ///
  /// Creates the target of a dangling symbolic link.
  ///
  /// - Parameter makesFolders: Whether its parent folders are made if they are missing.
  package static func create(at path: String, makesFolders: Bool = true) throws(FileError) {
    let path = target(of: path)
    if makesFolders { try makeFolder(at: folder(of: path)) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else { throw FileError(path) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the path that a symbolic link leads to, whether something is there or not; any other path as it is.
  package static func target(of path: String) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    return path
  }

  /// Replaces a file atomically: readers find either all of the old contents or all of the new.
  package static func replace(_ path: String, with data: Data) throws(FileError) {
    try makeFolder(at: folder(of: path))
    let part = path + "." + UUID().uuidString + ending
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path) }
    var code = data.withUnsafeBytes { write($0, to: descriptor) }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(part, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(part)
      throw FileError(path, code: code)
    }
  }

  /// Removes the temporary files that killed processes left in `replace`. No process may be replacing the file.
  package static func removeParts(of path: String) {
    let (folder, start) = (folder(of: path), (path as NSString).lastPathComponent + ".")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(start) && name.hasSuffix(ending)
      && UUID(uuidString: String(name.dropFirst(start.count).dropLast(ending.count))) != nil
    {
      unlink(folder + "/" + name)
    }
  }

  /// Whether the disk of a file has no room for another.
  package static func hasNoSpace(beside path: String) -> Bool {
    var disk = statvfs()
    guard statvfs(folder(of: path), &disk) == 0 else { return false }
    return UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < leastSpace || disk.f_files > 0 && disk.f_favail == 0
  }

  /// Writes all bytes; returns the `errno` of a failure, or 0.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  private static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }
}
