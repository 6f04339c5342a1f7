import ArgumentParser
import LanguageModels
import LlamaEngine
import RAGKit

/// Options that choose the language model and how it runs.
struct ModelOptions: ParsableArguments {
  @Option(help: "The language model: a name that 'rag models list' shows, or a .gguf file.")
  var model: String?

  @Option(parsing: .unconditional, help: "The size of the context window in tokens, prompt and reply together.")
  var contextSize = 4096

  @Option(
    parsing: .unconditional,
    help: "The maximum number of threads for the model. Default: the fastest measured; 'rag doctor' shows it.")
  var threads: Int?

  mutating func validate() throws {
    guard contextSize >= 256 else { throw ValidationError("--context-size must be at least 256.") }
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1.") }
  }

  /// Loads the model, and prewarms it for requests that begin with `front`.
  func load(
    readyFor front: LanguageModelRequest? = nil, onEvent: (SessionEvent) -> Void = { _ in }
  ) async throws -> any LanguageModel {
    if let model = Surroundings.current.model { return model }
    let choice = try CatalogueChoice(model, kind: .model)
    try AddressSpace.check(AddressSpace.model(weights: AddressSpace.sizeOfFile(at: choice.path)))
    WaitingLine.shared.show("loading the model")
    var loaded = try await choice.languageModel(contextSize: contextSize, threads: threads)
    loaded.onProgress = { WaitingLine.shared.show($0) }
    if let front {
      let start = ContinuousClock.now
      let summary = try await loaded.prewarm(front)
      onEvent(.inference(InferenceRecord(.prewarming, summary, from: start, firstText: nil)))
    }
    return loaded
  }
}
