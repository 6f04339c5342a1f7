import Files
import Foundation

/// The models that other programs keep on this machine, and what the user added or fetched from a hub.
///
/// Nothing is copied or fetched. What is damaged or may not be read is left out.
package struct ModelStores: Sendable {
  private let environment: [String: String]
  private let added: AddedModels
  private let pulled: PulledModels

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    let folder = ModelFolder.standard(environment: environment)
    (added, pulled) = (AddedModels(in: folder), PulledModels(in: folder))
  }

  /// Returns all models: added and fetched ones first, then by program and name. A name appears once.
  package func models() -> [FoundModel] {
    var names: Set<String> = []
    return (added.models() + pulled.models() + ollama() + lmStudio() + huggingFace() + llamaCpp()).filter {
      names.insert($0.name.lowercased()).inserted
    }
  }

  private var home: String { UserFolders.home(in: environment) }
  private var caches: String { UserFolders.cache(in: environment) }

  /// Returns the folder that a variable names, if it is set.
  private func folder(_ variable: String) -> String? {
    guard let path = environment[variable], !path.isEmpty else { return nil }
    return path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  /// Ollama's manual: `~/.ollama/models`, and `/usr/share/ollama/.ollama/models` for the service on Linux.
  private func ollama() -> [FoundModel] {
    let folders =
      folder("OLLAMA_MODELS").map { [$0] } ?? [home + "/.ollama/models", "/usr/share/ollama/.ollama/models"]
    return folders.flatMap { OllamaStore(folder: $0).models() }
  }

  /// LM Studio's manual: `publisher/model/file.gguf`. The second folder is that of versions before 0.3.
  private func lmStudio() -> [FoundModel] {
    [home + "/.lmstudio/models", home + "/.cache/lm-studio/models"].flatMap { models(in: $0, .lmStudio, depth: 3) }
  }

  /// llama.cpp's `fs_get_cache_directory`.
  private func llamaCpp() -> [FoundModel] {
    #if canImport(Darwin)
      let standard = home + "/Library/Caches/llama.cpp"
    #else
      let standard = caches + "/llama.cpp"
    #endif
    return models(in: folder("LLAMA_CACHE") ?? standard, .llamaCpp, depth: 0)
  }

  /// The manual of `huggingface_hub`: `models--owner--name/snapshots/revision`, whose files are symbolic links.
  private func huggingFace() -> [FoundModel] {
    let hub =
      folder("HF_HUB_CACHE") ?? folder("HF_HOME").map { $0 + "/hub" } ?? caches + "/huggingface/hub"
    var walk = ModelFileWalk()
    var models: [FoundModel] = []
    for repository in walk.names(in: hub) where repository.hasPrefix("models--") {
      let name = repository.dropFirst("models--".count).replacing("--", with: "/")
      let snapshots = "\(hub)/\(repository)/snapshots"
      let current = currentRevision(of: "\(hub)/\(repository)")
      let revisions = walk.names(in: snapshots).sorted { ($0 == current ? 0 : 1, $0) < ($1 == current ? 0 : 1, $1) }
      for revision in revisions.map({ snapshots + "/" + $0 }) {
        models += self.models(in: revision, .huggingFace, depth: 4, prefix: name + "/")
        if FileStatus.bytes(ofReadable: revision + "/config.json") != nil {
          models.append(FoundModel(name: String(name), folder: revision, origin: .huggingFace))
        }
      }
    }
    return models.filter { $0.bytes > 0 }
  }

  /// Returns the revision that was fetched last, of a repository in Hugging Face's cache.
  private func currentRevision(of repository: String) -> String? {
    let path = repository + "/refs/main"
    guard let bytes = FileStatus.bytes(ofReadable: path), bytes < 1024 else { return nil }
    return FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  private func models(
    in folder: String, _ origin: FoundModel.Origin, depth: Int, prefix: String = ""
  ) -> [FoundModel] {
    var walk = ModelFileWalk()
    return walk.modelFiles(below: folder, depth: depth).compactMap { path in
      let file = SplitFile(path)
      guard file.isFirst, let bytes = file.bytes(in: folder) else { return nil }
      return FoundModel(name: prefix + file.name, path: folder + "/" + path, origin: origin, bytes: bytes)
    }
  }
}
