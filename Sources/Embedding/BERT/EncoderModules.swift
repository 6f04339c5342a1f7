import Foundation

/// What follows the transformer in a Sentence Transformers folder: the pooling, and dense layers.
struct EncoderModules: Sendable {
  private(set) var pooling = Pooling.mean
  private(set) var dense: [DenseLayer] = []

  /// Reads the modules that `modules.json` lists or, without it, `1_Pooling`.
  init(contentsOf directory: String) throws {
    struct Module: Decodable {
      var path: String
      var type: String
    }
    let path = directory + "/modules.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      try readPooling(in: directory + "/1_Pooling", isRequired: false)
      return
    }
    guard let modules = try? JSONDecoder().decode([Module].self, from: data) else {
      throw EmbeddingError.damaged(path: path, reason: "it is not a list of modules")
    }
    for module in modules {
      let folder = directory + "/" + module.path
      switch module.type.split(separator: ".").last {
      case "Transformer" where module.path.isEmpty: break
      case "Pooling": try readPooling(in: folder, isRequired: true)
      case "Dense": dense.append(try DenseLayer(contentsOf: folder))
      case "Normalize": break  // Every vector is.
      default:
        throw EmbeddingError.unsupported(
          path: path, expected: "a transformer, a pooling, dense layers and a normalization", found: module.type)
      }
    }
  }

  private mutating func readPooling(in directory: String, isRequired: Bool) throws {
    let path = directory + "/config.json"
    guard let data = FileManager.default.contents(atPath: path) else {
      guard !isRequired else { throw EmbeddingError.unreadable(path: path, reason: "the pooling is missing") }
      return
    }
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw EmbeddingError.damaged(path: path, reason: "it is not the configuration of a pooling")
    }
    let modes = object.filter { $0.key.hasPrefix("pooling_mode_") && $0.value as? Bool == true }.keys.map {
      $0.dropFirst("pooling_mode_".count)
    }
    switch (object["pooling_mode"] as? String).map({ [$0[...]] }) ?? modes {
    case ["mean_tokens"], ["mean"], []: pooling = .mean
    case ["cls_token"], ["cls"]: pooling = .first
    case ["lasttoken"]: pooling = .last
    case let others:
      throw EmbeddingError.unsupported(
        path: path, expected: "one pooling: mean_tokens, cls_token or lasttoken",
        found: others.sorted().joined(separator: ", "))
    }
  }
}
