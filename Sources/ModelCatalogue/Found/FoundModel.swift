import Files
import Foundation

/// A GGUF file on this machine that is not from the catalogue, or the folder of an encoder or a reranker. It is used
/// where it is.
package struct FoundModel: Sendable, Hashable {
  /// The program that keeps the file.
  package enum Origin: String, Sendable, Hashable, Codable {
    /// The user made the file known by a name of their own.
    case added
    /// This program fetched it from a hub.
    case pulled
    case ollama = "Ollama"
    case lmStudio = "LM Studio"
    case huggingFace = "Hugging Face"
    case llamaCpp = "llama.cpp"
    /// Nobody: the user named the file.
    case file
  }

  /// The name by which it is known: that of the program that keeps it.
  package var name: String
  /// The file; the first one, if the model is split into several. The folder of an encoder or a reranker.
  package var path: String
  package var origin: Origin
  /// The size of all its files.
  package var bytes: Int64

  package init(name: String, path: String, origin: Origin, bytes: Int64) {
    (self.name, self.path, self.origin, self.bytes) = (name, path, origin, bytes)
  }

  /// A file or folder that nobody made known, by its path.
  package init(at path: String) {
    let file = SplitFile(path)
    let name = (file.name as NSString).lastPathComponent
    self.init(name: name, path: path, origin: .file, bytes: 0)
    bytes = Self.bytes(at: path)
  }

  /// The folder of an encoder or a reranker.
  init(name: String, folder: String, origin: Origin) {
    self.init(name: name, path: folder, origin: origin, bytes: Self.bytes(at: folder))
  }

  /// The size of a model's files, or of the weights in its folder; 0 if one is missing.
  static func bytes(at path: String) -> Int64 {
    if FileStatus(of: path)?.isFolder == true { return FileStatus.bytes(ofReadable: path + "/model.safetensors") ?? 0 }
    return SplitFile(path).bytes(in: ".") ?? 0
  }

  /// The path without symbolic links: several names may lead to one file.
  package var realPath: String { RealPath.resolve(path) }

  /// Whether it is a folder in Hugging Face's format.
  package var isFolder: Bool { FileStatus(of: path)?.isFolder == true }

  /// Whether `name` is this model's name, regardless of case and of Ollama's default tag.
  package func isNamed(_ name: String) -> Bool {
    let (own, wanted) = (self.name.lowercased(), name.lowercased())
    return own == wanted || origin == .ollama && own == wanted + ":latest"
  }
}
