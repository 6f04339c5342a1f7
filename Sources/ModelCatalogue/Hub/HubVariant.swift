/// A model that a repository offers: a GGUF file, the parts of one, or the folder of an encoder or a reranker.
package struct HubVariant: Sendable, Hashable {
  /// The path of the file, or of the first part; `nil` for a folder.
  package var file: String?
  /// Its files, in the order in which they are fetched.
  package var files: [HubFile]

  package var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }

  /// Returns the models among a repository's files: those in GGUF files, else that in the folder.
  static func all(among files: [HubFile]) -> [HubVariant] {
    let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    let variants = files.filter { isModel($0.path) }.compactMap { file -> HubVariant? in
      let split = SplitFile(file.path)
      let parts = split.paths.compactMap { byPath[$0] }
      // A model lacks nothing.
      guard split.isFirst, parts.count == split.paths.count else { return nil }
      return HubVariant(file: file.path, files: parts)
    }
    return variants.isEmpty ? folder(among: byPath).map { [$0] } ?? [] : variants.sorted { $0.bytes < $1.bytes }
  }

  /// Returns the one to suggest if there are several: llama.cpp's usual choice between size and quality.
  package static func suggestion(among variants: [HubVariant]) -> HubVariant? {
    for quantization in ["Q4_K_M", "Q4_K_S", "Q4_0", "Q5_K_M", "Q8_0"] {
      let named = variants.filter { $0.file?.uppercased().contains(quantization) == true }
      // A longer name is that of a special version.
      if let first = named.min(by: { ($0.file?.count ?? 0) < ($1.file?.count ?? 0) }) { return first }
    }
    return variants.first
  }

  /// Whether a file can be a model: not a projector, and not a matrix of importances.
  private static func isModel(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".gguf") && !path.contains("mmproj") && !path.contains("imatrix")
  }

  /// Returns what `BERTEncoder` and `BERTReranker` read: the weights come last.
  private static func folder(among files: [String: HubFile]) -> HubVariant? {
    let vocabularies = ["vocab.txt", "sentencepiece.bpe.model", "tokenizer.json"]
    guard let configuration = files["config.json"], let weights = files["model.safetensors"],
      let vocabulary = vocabularies.lazy.compactMap({ files[$0] }).first
    else { return nil }
    let settings = [
      "modules.json", "sentence_bert_config.json", "tokenizer_config.json", "config_sentence_transformers.json",
    ].compactMap { files[$0] }
    let modules = files.values.filter { $0.path.wholeMatch(of: /\d+_\w+\/(config\.json|model\.safetensors)/) != nil }
    return HubVariant(
      file: nil, files: [configuration] + settings + modules.sorted { $0.path < $1.path } + [vocabulary, weights])
  }
}
