import Embedding
import Foundation

/// The default encoder, which `make test` provides, opened once.
enum MiniLM {
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  static var path: String {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
    return (environment["RAG_MODELS"] ?? data + "/rag/models") + "/all-MiniLM-L6-v2"
  }

  private static let opened = Result { try BERTEncoder(contentsOf: path) }

  static func encoder() throws -> BERTEncoder {
    guard FileManager.default.fileExists(atPath: path + "/model.safetensors") else {
      throw Missing(description: "no encoder in \(path): run 'make test', or 'rag models pull all-MiniLM-L6-v2'")
    }
    return try opened.get()
  }
}
