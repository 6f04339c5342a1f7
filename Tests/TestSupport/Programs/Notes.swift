import Foundation
import LanguageModels

/// A folder with a few notes and an index of its own, for running the program on.
package struct Notes {
  package let folder: TemporaryFolder
  package var notes: String { folder.path + "/notes" }
  package var index: String
  /// Where the program keeps what it keeps for its user.
  package var home: String

  package static let bread = """
    # Sourdough

    ## Feeding the starter

    Feed the starter every Friday evening with 50 g of rye flour and 50 g of water.
    Keep the jar on the shelf above the oven.

    ## Baking

    Bake at 240 °C for 25 minutes with steam, then at 210 °C for 20 minutes without.
    """

  package static let bike = """
    # Bicycle

    The chain was replaced on 12 April 2026 at 8,400 km. The next one is due after 4,000 km more.
    Tyre pressure: 4.5 bar in front, 5 bar behind.
    """

  package init(_ files: [String: String] = ["kitchen/bread.md": Notes.bread, "bike.md": Notes.bike]) throws {
    folder = try TemporaryFolder()
    index = folder.path + "/index/index.sqlite"
    home = folder.path
    for name in ["notes", "index"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    for (name, text) in files { try folder.write(text, to: "notes/" + name) }
    try FileManager.default.createDirectory(atPath: home + "/cache/rag", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Models.tuning.get().path, toPath: home + "/cache/rag/tuning")
  }

  /// Gives the notes an index in a database of its own, and returns the database's name.
  package mutating func useDatabase(of server: PostgresServer) async throws -> String {
    let database = try await server.makeDatabase()
    index = "postgres://\(PostgresServer.role)@/\(database)?host=\(server.folder)&port=\(server.port)"
    return database
  }

  /// What makes `rag` work on this index, with the tests' models, and keep what it keeps in this folder. It finds no
  /// models that other programs have on this machine.
  package var environment: [String: String] {
    [
      "RAG_INDEX": index, "RAG_MODELS": Models.folder, "XDG_DATA_HOME": home + "/data",
      "XDG_CACHE_HOME": home + "/cache", "XDG_CONFIG_HOME": home + "/config", "HOME": home,
      "OLLAMA_MODELS": home + "/ollama", "HF_HUB_CACHE": "", "HF_HOME": "", "LLAMA_CACHE": "",
    ]
  }

  /// The conversations that `rag chat` keeps.
  package var conversations: ConversationStore { ConversationStore(at: home + "/data/rag/conversations") }

  /// The options that name the small model, on one thread: for tests of what is said.
  package static var smallModel: [String] {
    get throws { ["--threads", "1", "--model", try Models.smallModel()] }
  }

  /// The options that name the shallow model, on one thread: for tests of how it is asked and printed.
  package static var shallowModel: [String] {
    get throws { ["--threads", "1", "--model", try Models.shallowModel()] }
  }

  /// The options that name the shallow model and keep its replies short: left alone, it seldom ends one.
  package static var shortReplies: [String] {
    get throws { try shallowModel + ["--reply-tokens", "24"] }
  }

  /// Runs `rag`; what `environment` has goes before what these notes need.
  package func rag(_ arguments: String..., environment: [String: String] = [:], input: String = "") async throws
    -> BuiltProgram.Result
  { try await rag(arguments, environment: environment, input: input) }

  /// Runs `rag`; what `environment` has goes before what these notes need.
  package func rag(_ arguments: [String], environment: [String: String] = [:], input: String = "") async throws
    -> BuiltProgram.Result
  {
    try await BuiltProgram.run(
      arguments, environment: self.environment.merging(environment) { $1 }, input: input, in: folder.path)
  }

  /// A place for models with none in it.
  package var noModels: [String: String] { ["RAG_MODELS": folder.path + "/no-models"] }
}
