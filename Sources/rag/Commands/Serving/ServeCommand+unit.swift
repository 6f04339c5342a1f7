import Embedding
import Files
import Foundation
import RemoteModels
import VectorStore

extension ServeCommand {
  /// The variables that say where things are. The user's manager may not have them.
  private static let variables = [
    "RAG_MODELS", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "OPENBLAS_CORETYPE",
  ]

  /// The unit that starts this program with these options.
  private func unit() async throws -> UserUnit {
    let environment = ProcessInfo.processInfo.environment
    guard FileManager.default.isExecutableFile(atPath: FrontProcess.path) else {
      throw CommandError.noFront(FrontProcess.path)
    }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path else {
      throw CommandError.badInput("this program's file cannot be found")
    }
    return UserUnit(
      command: [program, "serve"] + arguments(folders: try await scope.scope(in: options)?.folders ?? []),
      environment: Self.variables.compactMap { name in environment[name].map { (name, $0) } })
  }

  /// The options that are not their defaults, with absolute paths: the unit runs in another folder.
  private func arguments(folders: [String]) -> [String] {
    func option(_ name: String, _ values: [String]) -> [String] { values.flatMap { ["--\(name)", $0] } }
    func model(_ name: String?) -> [String] { [name].compactMap { $0.map(Self.place) } }
    let isUsualIndex = options.path == UserFolders.data + "/rag/index.sqlite"
    return option("index", isUsualIndex ? [] : [Self.absolute(options.path)])
      + option("socket", [socket].compactMap { $0.map(Self.absolute) })
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

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: (path as NSString).expandingTildeInPath).path
  }

  /// Returns an absolute path if a file or folder is meant, and a name or an address as it is.
  private static func place(_ name: String) -> String {
    let isPath = ["/", "~", "."].contains { name.hasPrefix($0) } || FileManager.default.fileExists(atPath: name)
    return isPath && !ServerAddress.isAddress(name) ? absolute(name) : name
  }

  func installUnit() async throws {
    let isNew = try await !unit().install()
    Console.write(UserUnit.path)
    Console.note(
      text: """
        rag: \(isNew ? "written; these two commands start it, now and with each session" : "replaced; now run"):
          systemctl --user daemon-reload
          systemctl --user \(isNew ? "enable --now" : "restart") \(UserUnit.name)
        """)
  }

  func uninstallUnit() throws {
    guard try UserUnit.uninstall() else { return Console.note("rag: there is no \(UserUnit.path)") }
    Console.write(UserUnit.path)
    Console.note(
      text: """
        rag: removed; if it runs, these two commands end it:
          systemctl --user stop \(UserUnit.name)
          systemctl --user daemon-reload
        """)
  }
}
