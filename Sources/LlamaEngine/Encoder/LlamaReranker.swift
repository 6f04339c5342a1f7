import CLlama
public import Embedding
public import Foundation

/// A reranker in a GGUF file, run by llama.cpp in this process.
///
/// Each passage is evaluated by itself, so its score does not depend on what else is scored with it. llama.cpp knows
/// one segment only: a BERT model that was trained with two, such as ms-marco-MiniLM-L6-v2, gives other scores than as
/// a folder (`BERTReranker`).
public struct LlamaReranker: Reranker {
  /// The file's name, or the one by which it is known here.
  public package(set) var name: String
  /// The maximum number of tokens read per query and passage, special tokens included.
  public let maximumTokens: Int
  private let pool: LlamaEncodingPool
  private let prompt: RerankPrompt

  /// Memory-maps a reranker.
  ///
  /// A query and a passage are truncated at `maximumTokens` together, or at the length that the model was trained on if
  /// that is less.
  ///
  /// Throws `LlamaError` if the file is missing, truncated, damaged, unsupported, or not a reranker.
  public init(contentsOf path: String, maximumTokens: Int = 512, threads: Int? = nil) async throws {
    let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
    pool = try await LlamaEncodingPool.load(
      contentsOf: path, maximumTokens: maximumTokens, threads: threads
    ) { weights in
      guard weights.isReranker else { throw LlamaError.notAReranker(path: weights.path) }
      return LLAMA_POOLING_TYPE_RANK
    }
    name = pool.weights.name
    self.maximumTokens = pool.maximumTokens
    prompt = try RerankPrompt(of: pool.weights)
    guard prompt.fixedTokens < self.maximumTokens else {
      throw LlamaError.invalidContextSize(self.maximumTokens)
    }
  }

  /// Loads a reranker from a file URL, as `init(contentsOf:maximumTokens:threads:)` does from a path. Throws for any
  /// other URL.
  public init(contentsOf url: URL, maximumTokens: Int = 512, threads: Int? = nil) async throws {
    try await self.init(contentsOf: try LlamaError.path(of: url), maximumTokens: maximumTokens, threads: threads)
  }

  /// Scores each passage by itself, in order; returns what the model's classifier computes: a logit, or for rerankers
  /// made of Qwen3 a probability. Cancellation takes effect after the passages being read.
  public func scores(of texts: [String], for query: String) async throws -> [Float] {
    let (prompt, limit) = (prompt, maximumTokens)
    let numbers = try await pool.numbers(of: texts) { prompt.tokens(of: $0, for: query, limit: limit) }
    return try numbers.map { numbers in
      guard let score = numbers.first, score.isFinite else {
        throw LlamaError.evaluationFailed(model: name, reason: "a passage has no score")
      }
      return score
    }
  }
}
