import CLlama
public import Embedding
public import Foundation

/// An encoder in a GGUF file, run by llama.cpp in this process.
///
/// Each text is evaluated by itself, so its vector does not depend on what else is encoded with it.
public struct LlamaTextEncoder: TextEncoder {
  /// How the vectors of a text's tokens become one.
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
  /// The most tokens of a text that are encoded, special tokens included.
  public let maximumTokens: Int
  /// How the vectors of a text's tokens become one.
  public let pooling: Pooling
  private let context: LlamaEncodingContext

  /// Maps an encoder into memory.
  ///
  /// `pooling` is by default what the file says, and otherwise the mean. A text is cut off at `maximumTokens`, or
  /// earlier at the length that the model was trained on.
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

  /// As `init(contentsOf:pooling:maximumTokens:threads:)` with a path; a URL that is not one of a file is an error.
  public init(
    contentsOf url: URL, pooling: Pooling? = nil, maximumTokens: Int = 512, threads: Int? = nil
  ) async throws {
    try await self.init(
      contentsOf: try LlamaError.path(of: url), pooling: pooling, maximumTokens: maximumTokens, threads: threads)
  }

  /// The number of tokens of `text`, plus two for the white space that joins it to its neighbour if the vocabulary has
  /// tokens for white space: an empty line is two tokens.
  public func tokenCount(of text: String) -> Int {
    context.weights.vocabulary.tokens(of: text).count + (context.weights.vocabulary.hasWhitespace ? 2 : 0)
  }

  /// Encodes each text by itself, in order. A cancellation takes effect within one text.
  public func encode(_ texts: [String]) async throws -> [UnitVector] {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await context.encode(texts, unless: flag)
    } onCancel: {
      flag.set()
    }
  }
}
