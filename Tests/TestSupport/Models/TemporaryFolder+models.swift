import Foundation

extension TemporaryFolder {
  /// Puts a link to the shallow model at a path, and returns it.
  @discardableResult
  package func linkModel(_ name: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: Models.shallowModel())
    return url.path
  }

  /// Writes a model as Ollama keeps it: a manifest, and unless `digest` says otherwise a link to the shallow model.
  ///
  /// - Parameters:
  ///   - manifest: The path below `manifests`, such as `registry.ollama.ai/library/smol/135m`.
  ///   - layers: More layers, as JSON.
  package func writeOllamaModel(_ manifest: String, in store: String, digest: String? = nil, layers: String = "")
    throws
  {
    let hexadecimal = String(repeating: "0123456789abcdef", count: 4)
    let blob = store + "/blobs/sha256-" + hexadecimal
    if digest == nil, !FileManager.default.fileExists(atPath: path + "/" + blob) { try linkModel(blob) }
    try write(
      """
      {"schemaVersion": 2, "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
       "config": {"mediaType": "application/vnd.docker.container.image.v1+json", "digest": "sha256:0", "size": 1},
       "layers": [
         {"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:1", "size": 1},
         \(layers)
         {"mediaType": "application/vnd.ollama.image.model", "digest": "\(digest ?? "sha256:" + hexadecimal)", "size": 9}]}
      """, to: store + "/manifests/" + manifest)
  }

  /// Writes a GGUF file that has metadata but no weights.
  package func writeMetadata(
    _ values: [(key: String, value: String)], numbers: [(key: String, value: UInt32)], to name: String
  ) throws {
    func bytes(_ number: some FixedWidthInteger) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
    func text(_ text: String) -> Data { bytes(UInt64(text.utf8.count)) + Data(text.utf8) }
    var data = Data("GGUF".utf8) + bytes(UInt32(3)) + bytes(UInt64(0)) + bytes(UInt64(values.count + numbers.count))
    for (key, value) in values { data += text(key) + bytes(UInt32(8)) + text(value) }
    for (key, value) in numbers { data += text(key) + bytes(UInt32(4)) + bytes(value) }
    // Room for the table of tensors that a reader may expect.
    try write(data + Data(count: 1024), to: name)
  }
}
