import ArgumentParser
import Embedding
import Foundation
import VectorStore

/// Which index, and which encoder.
struct IndexOptions: ParsableArguments {
  @Option(
    name: .customLong("index"), help: "The index file. Default: $RAG_INDEX, else $XDG_DATA_HOME/rag/index.sqlite.")
  var indexPath: String?

  @Option(help: "The encoder: a name that 'rag models list' shows, a folder, or a .gguf file.")
  var encoder: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  /// The index file that the options and the environment name.
  var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let path = indexPath ?? environment["RAG_INDEX"], !path.isEmpty { return path }
    return UserFolders.data + "/rag/index.sqlite"
  }

  /// Opens the index for reading, with the encoder where it is to be had.
  ///
  /// Without an encoder the index searches by keyword alone, and a note says so.
  func openForReading() async throws -> SearchIndex {
    let encoder: (any TextEncoder)?
    do {
      encoder = try await EncoderChoice(self.encoder).load()
    } catch let missing as MissingModel where self.encoder == nil {
      Console.note("rag: searching by keyword only: \(missing.localizedDescription)")
      encoder = nil
    }
    return try SearchIndex(at: path, encoder: encoder, access: .readOnly)
  }

  /// Opens the index for reading without an encoder: for what needs no search.
  func openWithoutEncoder() throws -> SearchIndex {
    try SearchIndex(at: path, access: .readOnly)
  }
}

/// Where a person's programs keep what they make (XDG Base Directory Specification).
enum UserFolders {
  static var data: String { path("XDG_DATA_HOME", "/.local/share") }
  /// What can be made again.
  static var cache: String { path("XDG_CACHE_HOME", "/.cache") }

  private static func path(_ variable: String, _ standard: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return (environment["HOME"] ?? NSHomeDirectory()) + standard
  }
}
