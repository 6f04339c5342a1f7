import CLlama
public import Embedding
public import Foundation

/// An encoder in a GGUF file, run by llama.cpp in this process.
///
/// Each text is evaluated by itself, so its vector does not depend on what else is encoded with it.
public struct LlamaTextEncoder: TextEncoder {
  /// How the vectors of a text's tokens are combined into one.
  public enum Pooling: String, Sendable, Hashable, Codable {
    /// Their mean.
    case mean
    /// The first token's, which was trained to represent the text.
    case first
    /// The last token's.
    case last
  }

  /// The file's name, the model's dimensions, and a digest of file, pooling and limit.
  public let space: EmbeddingSpace
  /// The maximum number of tokens encoded per text, special tokens included.
  public let maximumTokens: Int
  /// How the vectors of a text's tokens are combined into one.
  public let pooling: Pooling
  private let context: LlamaEncodingContext

  /// Memory-maps an encoder.
  ///
  /// `pooling` defaults to the file's own, or the mean if the file has none. A text is truncated at `maximumTokens`, or
  /// at the length that the model was trained on if that is less.
  ///
  /// Throws `LlamaError` if the file is missing, truncated, damaged, unsupported, or a reranker.
  public init(
    contentsOf path: String, pooling: Pooling? = nil, maximumTokens: Int = 512, threads: Int? = nil
  ) async throws {
    let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount - 1
    context = try await LlamaEncodingContext.load(
      contentsOf: path, pooling: pooling, maximumTokens: maximumTokens, threads: min(max(1, threads), 512))
    self.maximumTokens = context.maximumTokens
    self.pooling = context.pooling
    space = EmbeddingSpace(
      name: context.weights.name, dimensions: context.dimensions,
      fingerprint: try context.weights.fingerprint(
        of: "\(context.pooling.rawValue) pooling, \(context.maximumTokens) tokens"))
  }

  /// Loads an encoder from a file URL, as `init(contentsOf:pooling:maximumTokens:threads:)` does from a path. Throws
  /// for any other URL.
  public init(
    contentsOf url: URL, pooling: Pooling? = nil, maximumTokens: Int = 512, threads: Int? = nil
  ) async throws {
    try await self.init(
      contentsOf: try LlamaError.path(of: url), pooling: pooling, maximumTokens: maximumTokens, threads: threads)
  }

  /// Returns the number of tokens of `text`, plus two for the white space that joins it to its neighbour if the
  /// vocabulary has tokens for white space: an empty line is two tokens.
  public func tokenCount(of text: String) -> Int {
    context.weights.vocabulary.tokens(of: text).count + (context.weights.vocabulary.hasWhitespace ? 2 : 0)
  }

  /// Encodes each text by itself, in order. Cancellation takes effect after the current text.
  public func encode(_ texts: [String]) async throws -> [UnitVector] {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await context.encode(texts, unless: flag)
    } onCancel: {
      flag.set()
    }
  }
}
