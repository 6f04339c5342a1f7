import Foundation

/// Where the tests find the encoder and the smallest language model; `make test` puts them there.
enum Models {
  static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["RAG_MODELS"], !path.isEmpty { return path }
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share") + "/rag/models"
  }

  static func path(_ name: String) throws -> String {
    let path = folder + "/" + name
    guard FileManager.default.fileExists(atPath: path) else { throw Missing(path: path) }
    return path
  }

  struct Missing: Error, CustomStringConvertible {
    var path: String
    var description: String { "\(path) is not there: run the tests with 'make test', which fetches it" }
  }

  static func encoder() throws -> String { try path("all-MiniLM-L6-v2") }
  static func smallModel() throws -> String { try path("smollm2-135m-instruct-q4_1.gguf") }
}
