import Files
import Foundation

/// The models that were fetched from a hub: `hub/owner/repository` in the folder of models.
package struct PulledModels: Sendable {
  private let place: ModelFolder
  private var folder: String { place.path + "/hub" }

  package init(in folder: ModelFolder) { place = folder }

  /// Returns the path of a file in a repository, or of the repository's folder.
  func path(of repository: String, _ file: String? = nil) -> String {
    folder + "/" + repository + (file.map { "/" + $0 } ?? "")
  }

  /// Returns the models that are complete.
  package func models() -> [FoundModel] {
    var walk = ModelFileWalk()
    return walk.names(in: folder).flatMap { owner in
      walk.names(in: folder + "/" + owner).flatMap { models(in: owner + "/" + $0, &walk) }
    }
  }

  private func models(in repository: String, _ walk: inout ModelFileWalk) -> [FoundModel] {
    let path = path(of: repository)
    // The weights arrive last.
    if FileStatus.bytes(ofReadable: path + "/model.safetensors") != nil {
      let bytes = files(of: repository).reduce(0) { $0 + (FileStatus.bytes(ofReadable: $1) ?? 0) }
      return [FoundModel(name: repository, path: path, origin: .pulled, bytes: bytes)]
    }
    return walk.modelFiles(below: path, depth: 8).compactMap { file in
      let split = SplitFile(file)
      guard split.isFirst, let bytes = split.bytes(in: path) else { return nil }
      return FoundModel(name: repository + "/" + split.name, path: path + "/" + file, origin: .pulled, bytes: bytes)
    }
  }

  /// The paths of all files in a repository's folder.
  private func files(of repository: String) -> [String] {
    let path = path(of: repository)
    return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).map { path + "/" + $0 }
      .filter { FileStatus(of: $0)?.isRegularFile == true }
  }

  /// Removes a model's files, and the folders that are empty then.
  ///
  /// - Parameter onWaiting: Called once if a download is writing into the folder; the removal continues after it.
  package func remove(_ model: FoundModel, onWaiting: @Sendable () -> Void = {}) async throws {
    let lock = try await PullLock(in: place.path, onWaiting: onWaiting)
    defer { lock.release() }
    for file in model.isFolder ? files(of: model.name) : SplitFile(model.path).paths {
      guard unlink(file) == 0 || errno == ENOENT else {
        throw CatalogueError.cannotWrite(path: file, reason: String(cString: strerror(errno)))
      }
      removeEmptyFolders(of: file)
    }
  }

  /// Removes the folders that contain a file, up to the first that is not empty.
  func removeEmptyFolders(of file: String) {
    var parent = (file as NSString).deletingLastPathComponent
    while parent.hasPrefix(folder), rmdir(parent) == 0 { parent = (parent as NSString).deletingLastPathComponent }
  }
}
