import Embedding
import Files
public import Foundation

/// The folder of models: `$RAG_MODELS`, else `$XDG_DATA_HOME/rag/models`, else `~/.local/share/rag/models`.
public struct ModelFolder: Sendable, Hashable {
  /// The folder's path.
  public let path: String

  /// Uses the folder at a path, which need not exist yet.
  public init(at path: String) { self.path = path }

  /// Returns the folder that the environment names.
  public static func standard(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> ModelFolder {
    if let path = environment["RAG_MODELS"], !path.isEmpty { return ModelFolder(at: path) }
    return ModelFolder(at: UserFolders.data(in: environment) + "/rag/models")
  }

  /// Returns the path of an entry's file or folder, whether or not it exists.
  public func path(of entry: CatalogueEntry) -> String { path + "/" + entry.path }

  func path(of file: CatalogueEntry.File) -> String { path + "/" + file.path }

  /// Whether every file of an entry exists with the right size. Does not read the files; `verify` does.
  public func isPresent(_ entry: CatalogueEntry) -> Bool { entry.files.allSatisfy(isPresent) }

  func isPresent(_ file: CatalogueEntry.File) -> Bool { Self.size(of: path(of: file)) == file.bytes }

  static func size(of path: String) -> Int64? { FileStatus(of: path)?.bytes }

  /// The free bytes on the disk; `nil` if unknown.
  var freeBytes: Int64? {
    (try? FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? NSNumber)?.int64Value
  }

  /// - Throws: `CatalogueError.cannotWrite` if the disk has less room.
  func requireSpace(_ needed: Int64, for name: String) throws {
    guard let free = freeBytes, free < needed else { return }
    throw CatalogueError.cannotWrite(
      path: path + "/" + name,
      reason: "\(needed.formatted(.byteCount(style: .file))) needed, \(free.formatted(.byteCount(style: .file))) free")
  }

  /// Creates a folder and its parents.
  static func make(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CatalogueError.cannotWrite(path: path, reason: error.localizedDescription)
    }
  }

  /// Whether any file of an entry exists, complete or not.
  public func isBegun(_ entry: CatalogueEntry) -> Bool {
    entry.files.contains { Self.size(of: path(of: $0)) != nil }
  }

  /// Reads every file of an entry and compares its size and digest.
  ///
  /// Reads one to two gigabytes per second.
  ///
  /// - Throws: `CatalogueError.wrongSize` or `wrongSum` for the first file that differs.
  public func verify(_ entry: CatalogueEntry) throws {
    for file in entry.files { try Self.verify(path(of: file), is: file) }
  }

  /// Compares the sizes of an entry's files, and the digests of the small ones, such as the vocabulary: a check of two
  /// milliseconds before a model is loaded.
  ///
  /// - Throws: `CatalogueError.wrongSize` or `wrongSum` for the first file that differs.
  package func glance(at entry: CatalogueEntry) throws {
    for file in entry.files {
      let found = Self.size(of: path(of: file))
      guard found == file.bytes else {
        throw CatalogueError.wrongSize(path: path(of: file), expected: file.bytes, found: found)
      }
      if file.bytes < Self.smallFile { try Self.verify(path(of: file), is: file) }
    }
  }

  private static let smallFile = 1 << 20

  static func verify(_ path: String, is file: CatalogueEntry.File) throws {
    let bytes = size(of: path)
    guard bytes == file.bytes else {
      throw CatalogueError.wrongSize(path: path, expected: file.bytes, found: bytes)
    }
    let found = try digest(of: path)
    guard found == file.sha256 else {
      throw CatalogueError.wrongSum(path: path, expected: file.sha256, found: found)
    }
  }

  /// Returns the SHA-256 digest of a file, read in pieces.
  private static func digest(of path: String) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    var digest = SHA256Digest()
    while let piece = try file.read(upToCount: 4 << 20), !piece.isEmpty {
      piece.withUnsafeBytes { digest.update($0) }
    }
    return digest.hexadecimal()
  }

  /// Removes an entry's files, and its folder if nothing else is in it. What a symbolic link leads to stays.
  ///
  /// - Parameter onWaiting: Called once if a download is writing into the folder; the removal continues after it.
  package func remove(_ entry: CatalogueEntry, onWaiting: @Sendable () -> Void = {}) async throws {
    let lock = try await PullLock(in: path, onWaiting: onWaiting)
    defer { lock.release() }
    for file in entry.files {
      var name = path
      for part in file.path.split(separator: "/") {
        name += "/" + part
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: name)) != nil
        if isLink || name == path(of: file) {
          guard unlink(name) == 0 || errno == ENOENT else {
            throw CatalogueError.cannotWrite(path: name, reason: String(cString: strerror(errno)))
          }
          break
        }
      }
      var folder = (path(of: file) as NSString).deletingLastPathComponent
      while folder.hasPrefix(path + "/"), rmdir(folder) == 0 {
        folder = (folder as NSString).deletingLastPathComponent
      }
    }
  }
}
