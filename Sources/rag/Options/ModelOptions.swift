import ArgumentParser
import Foundation
import LanguageModels
import LlamaEngine
import RAGKit
import RemoteModels

/// Options that choose the language model and how it runs.
struct ModelOptions: ParsableArguments {
  @Option(
    help: """
      The language model: a name that 'rag models list' shows, a .gguf file, or a server's address, such as \
      http://127.0.0.1:11434/v1#qwen3.5:4b.
      """)
  var model: String?

  @Option(parsing: .unconditional, help: "The size of the context window in tokens, prompt and reply together.")
  var contextSize = Self.usualContextSize

  static let usualContextSize = 4096

  @Option(
    parsing: .unconditional,
    help: "The maximum number of threads for the model. Default: the fastest measured; 'rag doctor' shows it.")
  var threads: Int?

  mutating func validate() throws {
    guard contextSize >= 256 else { throw ValidationError("--context-size must be at least 256.") }
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1.") }
  }

  /// The model's name, without loading it; `nil` if there is none of that name.
  var name: String? {
    if let model = Surroundings.current.model { return model.name }
    if let model, ServerAddress.isAddress(model) { return model }
    guard let choice = try? CatalogueChoice(model, kind: .model) else { return nil }
    return choice.entry?.name ?? ((choice.path as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  /// Loads the model, and prewarms it for requests that begin with `front`.
  func load(
    readyFor front: LanguageModelRequest? = nil, _ remote: RemoteOptions,
    onEvent: (SessionEvent) -> Void = { _ in }
  ) async throws -> any LanguageModel {
    if let model = Surroundings.current.model { return model }
    if let model, ServerAddress.isAddress(model) {
      return try await load(
        at: remote.address(model, sent: "Your question and passages of your notes are"), readyFor: front, onEvent)
    }
    let choice = try CatalogueChoice(model, kind: .model)
    try AddressSpace.check(AddressSpace.model(weights: AddressSpace.sizeOfFile(at: choice.path)))
    WaitingLine.shared.show("loading the model")
    var loaded = try await choice.languageModel(contextSize: contextSize, threads: threads)
    loaded.onProgress = { WaitingLine.shared.show($0) }
    try await prewarm(loaded, for: front, onEvent)
    return loaded
  }

  private func load(
    at address: ServerAddress, readyFor front: LanguageModelRequest?, _ onEvent: (SessionEvent) -> Void
  ) async throws -> any LanguageModel {
    WaitingLine.shared.show("asking the server")
    let model = try await StandardModels.serverModel(at: address, contextSize: contextSize)
    try await prewarm(model, for: front, onEvent)
    return model
  }

  private func prewarm(
    _ model: any LanguageModel, for front: LanguageModelRequest?, _ onEvent: (SessionEvent) -> Void
  ) async throws {
    guard let front else { return }
    let start = ContinuousClock.now
    let summary = try await model.prewarm(front)
    onEvent(.inference(InferenceRecord(.prewarming, summary, from: start, firstText: nil)))
  }
}
