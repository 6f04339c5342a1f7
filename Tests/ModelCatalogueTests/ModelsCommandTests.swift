import Foundation
import ModelCatalogue
import TestSupport
import Testing

/// `rag models` as the command line shows it.
@Suite struct ModelsCommandTests {
  private let scratch: TemporaryFolder
  private let models: String

  init() throws {
    scratch = try TemporaryFolder()
    models = scratch.path + "/models"
  }

  private func run(
    _ arguments: [String], _ variables: [String: String] = [:]
  ) async throws -> BuiltProgram.Result {
    let environment = [
      "RAG_MODELS": models, "HOME": scratch.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "",
      "OLLAMA_MODELS": scratch.path, "HF_HOME": "", "HF_HUB_CACHE": "", "LLAMA_CACHE": "",
    ]
    return try await BuiltProgram.run(["models"] + arguments, environment: environment.merging(variables) { $1 })
  }

  /// Everything in the folder of models but the lock.
  private var leftovers: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: models)) ?? []).filter { $0 != ".pull.lock" }
  }

  @Test func withoutANetworkOneLineSaysWhatToDo() async throws {
    let result = try await run(["pull", "smollm2"], ["HF_ENDPOINT": "http://127.0.0.1:1"])
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("rag: no connection to 127.0.0.1: nothing listens there; check the network"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(leftovers.isEmpty)
  }

  @Test func verifyingNamesTheModelThatIsNotWhole() async throws {
    try scratch.write("half", to: "models/smollm2-135m-instruct-q4_1.gguf")
    for arguments in [["verify"], ["verify", "smollm2"], ["verify", "minilm"]] {
      let result = try await run(arguments)
      #expect(result.status == 2)
      #expect(result.output.contains("rag models pull"))
    }
    let json = try await run(["verify", "--json"])
    #expect(json.status == 2 && json.output.contains(#""problem":"#))
  }

  @Test func aModelThatIsNotHereHasNoPath() async throws {
    let result = try await run(["path", "minilm"])
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("rag models pull all-MiniLM-L6-v2"))
  }

  @Test func anUnknownNameIsAnsweredWithThoseThereAre() async throws {
    let result = try await run(["pull", "gpt-9"])
    #expect(result.status == 2)
    #expect(result.errors.contains("all-MiniLM-L6-v2") && result.errors.contains("SmolLM2-135M-Instruct"))
  }

  @Test func theListNamesEveryModel() async throws {
    let result = try await run(["list"])
    #expect(result.status == 0)
    for entry in try Catalogue.standard().entries { #expect(result.output.contains("  \(entry.name)  ")) }
    for line in result.output.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test func everythingIsLookedForUnderTheHomeThatTheEnvironmentNames() async throws {
    let unset = Dictionary(
      uniqueKeysWithValues: ["RAG_MODELS", "RAG_INDEX", "XDG_DATA_HOME", "XDG_CACHE_HOME"].map { ($0, "") })
    let environment = unset.merging(["HOME": scratch.path + "/home"]) { $1 }
    let kept = scratch.path + "/home/.local/share/rag/"
    try scratch.write("half", to: "home/.local/share/rag/models/smollm2-135m-instruct-q4_1.gguf")
    let verified = try await BuiltProgram.run(["models", "verify"], environment: environment)
    #expect(verified.output.contains(kept + "models/smollm2-135m-instruct-q4_1.gguf has 4 bytes"))
    #expect(
      try await BuiltProgram.run(["status"], environment: environment).errors.contains(kept + "index/index.sqlite"))
  }
}
