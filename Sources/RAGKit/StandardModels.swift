public import Embedding
public import LlamaEngine

/// The encoder and the language model that the `rag` command uses, loaded as it loads them: an app that uses these gets
/// the same answers.
///
/// A name is one that the catalogue knows, such as `all-MiniLM-L6-v2`, or the path of a file or folder; without a name
/// it is the catalogue's default. Nothing is fetched: `rag models pull` and `ModelDownload` do that.
public enum StandardModels {
  /// Loads an encoder.
  ///
  ///     let encoder = try await StandardModels.encoder(precision: .int8)
  ///
  /// - Parameters:
  ///   - name: A catalogue name, a folder, or a `.gguf` file.
  ///   - precision: What it computes in: float32 unless given. An index remembers the precision of its vectors, and
  ///     takes no other.
  /// - Throws: `MissingModel` if it is not on this machine or not as it should be; `StandardModelError` for a precision
  ///   that a `.gguf` file cannot have; what the encoder throws.
  public static func encoder(_ name: String? = nil, precision: Precision? = nil) async throws -> any TextEncoder {
    try await CatalogueChoice(name, kind: .encoder).encoder(precision: precision)
  }

  /// Loads a language model, with the cuts below which its doubt becomes a refusal if the catalogue has them.
  ///
  ///     let model = try await StandardModels.languageModel(contextSize: 8192)
  ///
  /// - Parameters:
  ///   - name: A catalogue name, or a `.gguf` file.
  ///   - contextSize: The window in tokens, prompt and reply together.
  ///   - threads: The most threads that it runs on; what was measured best on this machine unless given.
  /// - Throws: `MissingModel` if it is not on this machine or not as it should be; `LlamaError` if it cannot be loaded.
  public static func languageModel(
    _ name: String? = nil, contextSize: Int = 4096, threads: Int? = nil
  ) async throws -> LlamaLanguageModel {
    try await CatalogueChoice(name, kind: .model).languageModel(contextSize: contextSize, threads: threads)
  }
}
