import ArgumentParser
import LlamaEngine
import ModelCatalogue
import Retriever

/// Which language model, and how it runs.
struct ModelOptions: ParsableArguments {
  @Option(help: "The language model: a name that 'rag models list' shows, or a .gguf file.")
  var model: String?

  @Option(help: "The window in tokens: prompt and reply together.")
  var contextSize = 4096

  @Option(help: "Threads that the model runs on. Default: one less than the cores.")
  var threads: Int?

  mutating func validate() throws {
    guard contextSize >= 256 else { throw ValidationError("--context-size must be at least 256.") }
    if let threads, threads < 1 { throw ValidationError("--threads must be at least 1.") }
  }

  /// Loads the model, with the cuts that the catalogue keeps for it.
  func load() async throws -> (model: LlamaLanguageModel, cuts: RefusalCuts?) {
    let choice = try LanguageModelChoice(model)
    let loaded = try await LlamaLanguageModel(contentsOf: choice.path, contextSize: contextSize, threads: threads)
    return (loaded, choice.cuts)
  }
}
