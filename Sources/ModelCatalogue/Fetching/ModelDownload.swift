import Foundation

/// Fetches an entry's files from Hugging Face, or from the mirror that `HF_ENDPOINT` names.
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
    self.init(of: entry, into: folder, environment: ProcessInfo.processInfo.environment)
  }

  /// - Parameter environment: The variables that name the hub and the token.
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
  ///   - onLimit: Called with the hub's host and the seconds that it asks to wait.
  ///   - onProgress: Called a few times per second.
  /// - Throws: `CatalogueError`, or an error whose description says why the hub did not provide a file;
  ///   `CancellationError` if the task is cancelled; the download can be resumed.
  public func run(
    from local: String? = nil, onWaiting: @Sendable () -> Void = {},
    onLimit: @escaping @Sendable (String, Int) -> Void = { _, _ in },
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws {
    try ModelFolder.make(folder.path)
    let lock = try await PullLock(in: folder.path, onWaiting: onWaiting)
    defer { lock.release() }
    for file in entry.files {
      let path = folder.path(of: file)
      let expected = HubFile(path: file.name, bytes: file.bytes, digest: .sha256(file.sha256))
      if try await !PartialFile.isWhole(path, expected) {
        try ModelFolder.make((path as NSString).deletingLastPathComponent)
        if let local {
          try copy(file, from: local)
        } else {
          try folder.requireSpace(file.bytes - (ModelFolder.size(of: path + ".part") ?? 0), for: entry.path)
          let client = HubClient(hub: try Hub(environment: environment), repository: entry.repository, onWait: onLimit)
          let meter = DownloadMeter(file: file.path, total: file.bytes, onProgress)
          try await HubFetch(client: client).fetch(expected, to: path) { meter.show($0) }
          meter.finish(bytes: file.bytes)
        }
      }
      try? FileManager.default.removeItem(atPath: path + ".part")
    }
  }

  private func copy(_ file: CatalogueEntry.File, from local: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: local, isDirectory: &isFolder) else {
      throw CatalogueError.notCopied(file: file.path, reason: "\(local) is missing")
    }
    guard isFolder.boolValue || entry.files.count == 1 else {
      throw CatalogueError.notCopied(file: file.path, reason: "\(local) is one file of several: name the folder")
    }
    let isInFolder = file.path.hasPrefix(entry.path + "/")
    let name = isInFolder ? String(file.path.dropFirst(entry.path.count + 1)) : file.path
    let source = isFolder.boolValue ? local + "/" + name : local
    try folder.requireSpace(file.bytes, for: entry.path)
    let part = folder.path(of: file) + ".part"
    try? FileManager.default.removeItem(atPath: part)
    do {
      try FileManager.default.copyItem(atPath: source, toPath: part)
      try ModelFolder.verify(part, is: file)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      if error is CatalogueError { throw error }
      throw CatalogueError.notCopied(file: file.path, reason: "\(source): \(error.localizedDescription)")
    }
    let path = folder.path(of: file)
    guard rename(part, path) == 0 else {
      throw CatalogueError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
  }
}
