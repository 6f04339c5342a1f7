import Embedding
import Foundation

/// Fetches a model from a hub into `hub/owner/repository` of the folder of models.
///
/// A file is written under a temporary name and renamed when its digest is verified, which is computed while it
/// arrives. An interrupted download is resumed.
package struct HubDownload: Sendable {
  private let variant: HubVariant
  private let name: HubName
  private let folder: ModelFolder
  private let client: HubClient
  private var pulled: PulledModels { PulledModels(in: folder) }

  /// - Parameters:
  ///   - variant: One of `hub.variants(of: name)`.
  ///   - onWait: Called with the hub's host and the seconds that it asks to wait.
  package init(
    of variant: HubVariant, named name: HubName, from hub: Hub, into folder: ModelFolder,
    onWait: @escaping @Sendable (String, Int) -> Void
  ) {
    (self.variant, self.name, self.folder) = (variant, name, folder)
    client = HubClient(hub: hub, repository: name.repository, onWait: onWait)
  }

  /// Fetches every file that is missing or wrong, and returns the model.
  ///
  /// - Parameters:
  ///   - onWaiting: Called once if another download is writing into the folder; this one continues after it.
  ///   - onProgress: Called ten times per second, with the sizes of all files together.
  /// - Throws: `HubError`; `CatalogueError`; `EmbeddingError` if a folder's model is none that is read here;
  ///   `CancellationError` if the task is cancelled. The download can be resumed.
  package func run(
    onWaiting: @Sendable () -> Void, onProgress: @escaping @Sendable (ModelDownload.Progress) -> Void
  ) async throws -> FoundModel {
    try ModelFolder.make(folder.path)
    let lock = try await PullLock(in: folder.path, onWaiting: onWaiting)
    defer { lock.release() }
    let meter = DownloadMeter(file: variant.file ?? name.repository, total: variant.bytes, onProgress)
    let hub = HubFetch(client: client)
    try folder.requireSpace(missingBytes, for: name.repository)
    for file in variant.files {
      let path = path(of: file)
      if try await !PartialFile.isWhole(path, file) {
        try ModelFolder.make((path as NSString).deletingLastPathComponent)
        defer { pulled.removeEmptyFolders(of: path) }
        try await hub.fetch(file, to: path) { meter.show($0) }
        if variant.file == nil, file.path == "config.json" { try requireBERT(path) }
      }
      meter.finish(bytes: file.bytes)
    }
    let path = pulled.path(of: name.repository, variant.file)
    let shown = variant.file.map { name.repository + "/" + SplitFile($0).name } ?? name.repository
    return FoundModel(name: shown, path: path, origin: .pulled, bytes: variant.bytes)
  }

  /// Checks the configuration, which arrives first.
  private func requireBERT(_ path: String) throws {
    do {
      try BERTSummary.requireSupport(inFolder: (path as NSString).deletingLastPathComponent)
    } catch {
      unlink(path)
      throw error
    }
  }

  private func path(of file: HubFile) -> String { pulled.path(of: name.repository, file.path) }

  /// The bytes that are not here yet.
  private var missingBytes: Int64 {
    variant.files.reduce(0) { sum, file in
      let path = path(of: file)
      let isHere = ModelFolder.size(of: path) == file.bytes
      return sum + (isHere ? 0 : max(0, file.bytes - (ModelFolder.size(of: path + ".part") ?? 0)))
    }
  }
}
