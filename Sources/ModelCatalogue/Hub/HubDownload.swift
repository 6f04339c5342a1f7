import Embedding
import Foundation
import HTTP
import Synchronization

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
    let meter = Meter(file: variant.file ?? name.repository, total: variant.bytes, onProgress)
    try folder.requireSpace(missingBytes, for: name.repository)
    for file in variant.files {
      let path = path(of: file)
      if try await !PartialFile.isWhole(path, file) {
        try ModelFolder.make((path as NSString).deletingLastPathComponent)
        defer { pulled.removeEmptyFolders(of: path) }
        try await fetch(file, to: path, meter)
        if variant.file == nil, file.path == "config.json" { try requireBERT(path) }
      }
      meter.finish(file)
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

  private func fetch(_ file: HubFile, to path: String, _ meter: Meter) async throws {
    var part = try await PartialFile.open(path + ".part", of: file)
    let begun = part.bytes
    try await fill(part, file, meter)
    do {
      try part.finish(as: path)
    } catch CatalogueError.wrongSum where begun > 0 {
      // The beginning may have been another file's: try once more.
      part = try await PartialFile.open(path + ".part", of: file)
      try await fill(part, file, meter)
      try part.finish(as: path)
    }
  }

  /// Fetches the rest of a file, and goes on where a connection breaks as long as each brings something.
  private func fill(_ part: PartialFile, _ file: HubFile, _ meter: Meter) async throws {
    var attempt = 0
    while part.bytes < file.bytes {
      attempt += 1
      let start = part.bytes
      let received = Mutex(Int64(0))
      do {
        try await client.file(file.path, from: start) { piece in
          let isFirst = received.withLock { received in
            defer { received += Int64(piece.bytes.count) }
            return received == 0
          }
          if isFirst { try begin(piece, part, at: start) }
          try part.append(piece.bytes)
          meter.show(part.bytes)
        }
        if part.bytes < file.bytes { throw HubError.broken(host: client.host) }
      } catch HubError.failed(_, 416, _) where start > 0 {
        part.restart()
      } catch HubError.broken(let host) {
        guard received.withLock({ $0 > 0 }), attempt < URLFetch.mostAttempts else { throw HubError.broken(host: host) }
      }
    }
  }

  /// Checks from which byte on the hub sends.
  private func begin(_ piece: HTTPPart, _ part: PartialFile, at start: Int64) throws {
    if piece.status == 206 {
      guard piece.fields["content-range"]?.hasPrefix("bytes \(start)-") == true else {
        throw HubError.invalidReply(host: client.host, reason: "it sends other bytes than it was asked for")
      }
    } else if start > 0 {
      part.restart()
    }
  }

  /// Reports the progress of all files, ten times per second.
  private final class Meter: Sendable {
    private static let pause = Duration.milliseconds(100)

    private let file: String
    private let total: Int64
    private let report: @Sendable (ModelDownload.Progress) -> Void
    private let state = Mutex<(done: Int64, last: ContinuousClock.Instant)>((0, .now - pause))

    init(file: String, total: Int64, _ report: @escaping @Sendable (ModelDownload.Progress) -> Void) {
      (self.file, self.total, self.report) = (file, total, report)
    }

    /// - Parameter bytes: Those of the current file.
    func show(_ bytes: Int64) {
      let done = state.withLock { state -> Int64? in
        guard .now - state.last >= Self.pause else { return nil }
        state.last = .now
        return state.done + bytes
      }
      if let done { report(ModelDownload.Progress(file: file, bytes: done, total: total)) }
    }

    func finish(_ file: HubFile) {
      let done = state.withLock { state in
        state.done += file.bytes
        return state.done
      }
      report(ModelDownload.Progress(file: self.file, bytes: done, total: total))
    }
  }
}
