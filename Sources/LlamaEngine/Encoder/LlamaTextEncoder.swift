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
  private let pool: LlamaEncodingPool

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
    let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
    pool = try await LlamaEncodingPool.load(
      contentsOf: path, maximumTokens: maximumTokens, threads: threads
    ) {
      try (pooling ?? $0.pooling).llama
    }
    self.prompts = prompts
    self.maximumTokens = max(3, pool.maximumTokens - pool.weights.vocabulary.tokens(of: prompts.document).count)
    self.pooling = try pooling ?? pool.weights.pooling
    space = EmbeddingSpace(
      name: pool.weights.name, dimensions: pool.dimensions,
      fingerprint: try pool.weights.fingerprint(
        of: "\(self.pooling.rawValue) pooling, \(pool.maximumTokens) tokens"
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
    pool.weights.vocabulary.tokens(of: text).count + (pool.weights.vocabulary.hasWhitespace ? 2 : 0)
  }

  /// Encodes each text by itself, in order. Cancellation takes effect after the texts being read.
  public func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    let (pool, prompt) = (pool, prompts[role])
    return try await pool.numbers(of: texts) { pool.tokens(of: prompt + $0) }.map { numbers in
      guard let vector = UnitVector(normalizing: numbers) else {
        throw LlamaError.evaluationFailed(model: pool.weights.name, reason: "a text has no vector")
      }
      return vector
    }
  }
}
