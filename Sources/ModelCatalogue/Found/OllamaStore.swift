import Files
import Foundation

/// The models that Ollama has pulled: manifests by name, and weights by digest.
///
/// Layout and names: `server/modelpath.go` and `types/model/name.go` of https://github.com/ollama/ollama.
struct OllamaStore {
  /// The folder that `OLLAMA_MODELS` names.
  var folder: String

  private struct Manifest: Decodable {
    struct Layer: Decodable {
      var mediaType: String
      var digest: String
    }
    var layers: [Layer]
  }

  /// Manifests have a few kilobytes.
  private static let mostBytes: Int64 = 1 << 20
  private static let weights = "application/vnd.ollama.image.model"
  private static let adapter = "application/vnd.ollama.image.adapter"

  func models() -> [FoundModel] {
    var walk = ModelFileWalk()
    var models: [FoundModel] = []
    let manifests = folder + "/manifests"
    for registry in walk.names(in: manifests) {
      for owner in walk.names(in: "\(manifests)/\(registry)") {
        for repository in walk.names(in: "\(manifests)/\(registry)/\(owner)") {
          for tag in walk.names(in: "\(manifests)/\(registry)/\(owner)/\(repository)") {
            guard let path = weights(of: "\(manifests)/\(registry)/\(owner)/\(repository)/\(tag)"),
              let bytes = FileStatus.bytes(ofReadable: path)
            else { continue }
            let name = Self.name(registry, owner, repository, tag)
            models.append(FoundModel(name: name, path: path, origin: .ollama, bytes: bytes))
          }
        }
      }
    }
    return models
  }

  /// `qwen3:4b`, `owner/name:tag`, or with another registry `hf.co/owner/name:tag`.
  private static func name(_ registry: String, _ owner: String, _ repository: String, _ tag: String) -> String {
    let isOwn = registry == "registry.ollama.ai"
    return (isOwn ? "" : registry + "/") + (isOwn && owner == "library" ? "" : owner + "/") + repository + ":" + tag
  }

  /// Returns the weights that a manifest names; `nil` if it is damaged, or if they are changed by an adapter.
  private func weights(of manifest: String) -> String? {
    guard let bytes = FileStatus.bytes(ofReadable: manifest), bytes <= Self.mostBytes,
      let data = FileManager.default.contents(atPath: manifest),
      let layers = try? JSONDecoder().decode(Manifest.self, from: data).layers,
      !layers.contains(where: { $0.mediaType == Self.adapter }),
      let digest = layers.first(where: { $0.mediaType == Self.weights })?.digest,
      // Anything else could name a file outside of the store.
      let hexadecimal = digest.wholeMatch(of: /sha256:([0-9a-f]{64})/)?.1
    else { return nil }
    return "\(folder)/blobs/sha256-\(hexadecimal)"
  }
}
