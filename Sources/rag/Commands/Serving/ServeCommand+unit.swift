import Embedding
import Files
import Foundation
import PostgresIndex
import VectorStore

extension ServeCommand {
  /// Writes the unit that starts this program with these options.
  func installUnit() async throws {
    guard FileManager.default.isExecutableFile(atPath: FrontProcess.path) else {
      throw CommandError.noFront(FrontProcess.path)
    }
    let folders = try await scope.scope(in: options)?.folders ?? []
    let hasDatabase = options.location.path == nil
    if hasDatabase { SessionService.notePassword() }
    try SessionService.serve.running(arguments(folders: folders), hasDatabase: hasDatabase).install()
  }

  /// The options that are not their defaults, with absolute paths: the unit runs in another folder.
  private func arguments(folders: [String]) -> [String] {
    func option(_ name: String, _ values: [String]) -> [String] { values.flatMap { ["--\(name)", $0] } }
    func model(_ name: String?) -> [String] { [name].compactMap { $0.map(SessionService.place) } }
    return option(
      "index", options.isUsualIndex ? [] : [options.location.path.map(SessionService.absolute) ?? options.path])
      + option("socket", [socket].compactMap { $0.map(SessionService.absolute) })
      + option("port", port == Self.usualPort ? [] : ["\(port)"])
      + option("host", host == Self.usualHost ? [] : [host])
      + option("host-name", hostName) + option("allow-origin", allowOrigin)
      + option("in", folders) + option("tag", scope.tags)
      + option("model", model(modelOptions.model))
      + option(
        "context-size", modelOptions.contextSize == ModelOptions.usualContextSize ? [] : ["\(modelOptions.contextSize)"]
      )
      + option("threads", [modelOptions.threads].compactMap { $0.map { "\($0)" } })
      + option("encoder", model(options.encoderOptions.encoder))
      + option("precision", [options.encoderOptions.precision].compactMap { $0?.rawValue })
      + option("rerank", model(rerankOptions.name))
      + (remote.isAllowed ? ["--allow-remote"] : [])
  }
}
