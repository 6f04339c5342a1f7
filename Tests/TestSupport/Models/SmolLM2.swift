import LanguageModels
import LlamaEngine

/// The small language model that `make test` provides.
package enum SmolLM2 {
  /// A model of its own for one test: what it has evaluated depends on nothing else.
  package static func load(contextSize: Int = 512) async throws -> LlamaLanguageModel {
    try await LlamaLanguageModel(contentsOf: Models.smallModel(), contextSize: contextSize, threads: 1)
  }

  /// The same with two layers: for tests of what is evaluated and not of what is said.
  package static func loadShallow(contextSize: Int = 512) async throws -> LlamaLanguageModel {
    try await LlamaLanguageModel(contentsOf: Models.shallowModel(), contextSize: contextSize, threads: 1)
  }
}
