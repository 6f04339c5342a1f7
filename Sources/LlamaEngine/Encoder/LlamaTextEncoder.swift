import CLlama
public import Embedding
public import Foundation

/// An encoder in a GGUF file, run by llama.cpp in this process.
///
/// Each text is evaluated by itself, so its vector does not depend on what else is encoded with it.
public struct LlamaTextEncoder: TextEncoder {
  /// The file's name, or the one by which it is known here, the model's dimensions, and a digest of file, pooling and
  /// limit.
  public package(set) var space: EmbeddingSpace
  /// The maximum number of tokens encoded per text, special tokens included.
  public let maximumTokens: Int
  /// How the vectors of a text's tokens are combined into one.
  public let pooling: Pooling
  /// The texts before a query and before a document.
  public let prompts: RolePrompts
  private let context: LlamaEncodingContext

  /// Memory-maps an encoder.
  ///
  /// `pooling` defaults to the file's own, or the mean if the file has none. A text is truncated at `maximumTokens`, or
  /// at the length that the model was trained on if that is less. `prompts` are the texts that the model expects before
  /// a query and before a document; GGUF files do not contain them.
  ///
  /// Throws `LlamaError` if the file is missing, truncated, damaged, unsupported, or a reranker.
  public init(
    contentsOf path: String, pooling: Pooling? = nil, maximumTokens: Int = 512, prompts: RolePrompts = .init(),
    threads: Int? = nil
  ) async throws {
    let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount - 1
    context = try await LlamaEncodingContext.load(
      contentsOf: path, maximumTokens: maximumTokens, threads: min(max(1, threads), 512)
    ) {
      try (pooling ?? $0.pooling).llama
    }
    self.prompts = prompts
    self.maximumTokens = max(3, context.maximumTokens - context.weights.vocabulary.tokens(of: prompts.document).count)
    self.pooling = try pooling ?? context.weights.pooling
    space = EmbeddingSpace(
      name: context.weights.name, dimensions: context.dimensions,
      fingerprint: try context.weights.fingerprint(
        of: "\(self.pooling.rawValue) pooling, \(context.maximumTokens) tokens"
          + (prompts.document.isEmpty ? "" : ", after \(prompts.document)")))
  }

  /// `nil`, to be fitted on the chunks of each index, unless it is all-MiniLM-L6-v2.
  public var cosineScale: CosineScale? { .known(for: space) }

  /// Loads an encoder from a file URL, as `init(contentsOf:pooling:maximumTokens:prompts:threads:)` does from a
  /// path. Throws for any other URL.
  public init(
    contentsOf url: URL, pooling: Pooling? = nil, maximumTokens: Int = 512, prompts: RolePrompts = .init(),
    threads: Int? = nil
  ) async throws {
    try await self.init(
      contentsOf: try LlamaError.path(of: url), pooling: pooling, maximumTokens: maximumTokens, prompts: prompts,
      threads: threads)
  }

  /// Returns the number of tokens of `text`, plus two for the white space that joins it to its neighbour if the
  /// vocabulary has tokens for white space: an empty line is two tokens.
  public func tokenCount(of text: String) -> Int {
    context.weights.vocabulary.tokens(of: text).count + (context.weights.vocabulary.hasWhitespace ? 2 : 0)
  }

  /// Encodes each text by itself, in order. Cancellation takes effect after the current text.
  public func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    let (context, prompt) = (context, prompts[role])
    return try await context.numbers(of: texts) { context.tokens(of: prompt + $0) }.map { numbers in
      guard let vector = UnitVector(normalizing: numbers) else {
        throw LlamaError.evaluationFailed(model: context.weights.name, reason: "a text has no vector")
      }
      return vector
    }
  }
}
