public import Embedding
public import LlamaEngine

/// The encoder and the language model that the `rag` command uses. An app that uses them gives the same answers.
///
///     let encoder = try await StandardModels.encoder()
///     let model = try await StandardModels.languageModel(contextSize: 8192)
///
/// Name a model as in the catalogue (`all-MiniLM-L6-v2`), by the path of a file or folder, or as Ollama (`qwen3:4b`),
/// LM Studio, Hugging Face's cache or llama.cpp's name it if they have it on this machine; it is used where it is.
/// Without a name, it is the default that `rag models use` set, or the catalogue's. Nothing is fetched: `rag models
/// pull` and `ModelDownload` do that. Load a model once and share it: it takes as much memory as its file, plus the
/// window.
public enum StandardModels {
  /// Loads an encoder.
  ///
  ///     let encoder = try await StandardModels.encoder(precision: .int8)
  ///
  /// - Parameters:
  ///   - name: The name of an encoder, a folder, or a GGUF file.
  ///   - precision: The precision of the encoder, float32 by default. An index holds vectors of one precision only.
  /// - Throws: `MissingModel` if it is missing or damaged; `CatalogueError` if no model, or several, have the name;
  ///   `StandardModelError` if int8 is requested for a `.gguf`
  ///   file; the encoder's errors.
  public static func encoder(_ name: String? = nil, precision: Precision? = nil) async throws -> any TextEncoder {
    try await CatalogueChoice(name, kind: .encoder).encoder(precision: precision)
  }

  /// Loads a language model, with its `refusalThresholds` if the catalogue has them.
  ///
  ///     let model = try await StandardModels.languageModel(contextSize: 8192)
  ///
  /// - Parameters:
  ///   - name: The name of a language model, or a GGUF file.
  ///   - contextSize: The window in tokens, prompt and reply together.
  ///   - threads: The maximum number of threads to use; by default, the number that measured best on this machine.
  /// - Throws: `MissingModel` if it is missing or damaged; `CatalogueError` if no model, or several, have the name;
  ///   `LlamaError` if it cannot be loaded.
  public static func languageModel(
    _ name: String? = nil, contextSize: Int = 4096, threads: Int? = nil
  ) async throws -> LlamaLanguageModel {
    try await CatalogueChoice(name, kind: .model).languageModel(contextSize: contextSize, threads: threads)
  }
}
