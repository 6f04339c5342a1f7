import Foundation
import TestSupport
import Testing

/// A repository with several quantizations: who can be asked is asked.
@Suite struct HubChoiceTests {
  private let notes: Notes
  private let hub: HubServer
  private static let sizes = ["Q8_0": 3000, "Q4_K_M": 2000, "Q2_K": 1000]

  init() throws {
    notes = try Notes()
    try notes.folder.writeMetadata(
      [("general.architecture", "qwen3"), ("tokenizer.ggml.model", "x")],
      numbers: ["context_length", "block_count", "embedding_length"].map { ("qwen3." + $0, 64) }, to: "header")
    let header = try Data(contentsOf: URL(fileURLWithPath: notes.home + "/header"))
    let models = Self.sizes.map { HubServer.File.large("a-\($0).gguf", header + Data(count: $1)) }
    hub = try HubServer(
      models + [
        .large("mmproj-a-f16.gguf", header), .large("a.imatrix.gguf", header), .large("UD/a-UD-Q4_K_M.gguf", header),
      ])
  }

  private var environment: [String: String] {
    notes.environment.merging(["RAG_MODELS": notes.home + "/models"]) { $1 }.merging(hub.environment) { $1 }
  }

  private var fetched: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: notes.home + "/models/hub/owner/tiny")) ?? []).sorted()
  }

  @Test func withoutATerminalTheyAreListedWithTheCommandForOne() async throws {
    let result = try await notes.rag(["models", "pull", "hf:owner/tiny"], environment: environment)
    #expect(result.status == 2 && result.output.isEmpty && fetched.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("rag: owner/tiny has several models: UD/a-UD-Q4_K_M.gguf ("))
    #expect(lines.last?.hasSuffix("name one, as in: rag models pull hf:owner/tiny/a-Q4_K_M.gguf") == true)
    for name in Self.sizes.keys { #expect(result.errors.contains("a-\(name).gguf (")) }
    #expect(!result.errors.contains("mmproj") && !result.errors.contains("imatrix"))
    let named = try await notes.rag(["models", "pull", "hf:owner/tiny/a-Q2_K.gguf"], environment: environment)
    #expect(named.status == 0 && fetched == ["a-Q2_K.gguf"], "\(named.errors)")
    let wrong = try await notes.rag(["models", "pull", "hf:owner/tiny/b.gguf"], environment: environment)
    #expect(wrong.status == 2 && wrong.errors.contains("owner/tiny has no model b.gguf, only: "), "\(wrong.errors)")
  }

  @Test(arguments: [(["4"], "a-Q8_0.gguf"), ([""], "a-Q4_K_M.gguf"), (["9", "x", "2"], "a-Q2_K.gguf")])
  func onATerminalOneIsChosen(typed: [String], file: String) async throws {
    let result = try await Terminal.run(
      ["models", "pull", "hf:owner/tiny"], typing: typed, environment: environment, in: notes.home)
    #expect(result.status == 0 && fetched == [file], "\(result.shown)")
    #expect(result.shown.contains("  3  a-Q4_K_M.gguf  ") && result.shown.contains(", suggested"), "\(result.shown)")
    #expect(result.shown.contains("█ 100% of "), "\(result.shown)")
  }
}
