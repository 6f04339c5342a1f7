import CLlama
import Dispatch
import Synchronization

/// A loaded encoder or reranker with a context for each thread, so that texts are evaluated side by side.
struct LlamaEncodingPool: Sendable {
  let weights: LlamaWeights
  let maximumTokens: Int
  /// The number of numbers that a text has.
  let dimensions: Int
  private let contexts: [LlamaEncodingContext]

  /// Loads weights, off Swift's cooperative threads.
  ///
  /// - Parameters:
  ///   - threads: The number of threads; at least 1 and at most 512 are used.
  ///   - pooling: What becomes of the vectors of a text's tokens.
  static func load(
    contentsOf path: String, maximumTokens: Int, threads: Int,
    pooling: @escaping @Sendable (LlamaWeights) throws -> llama_pooling_type
  ) async throws -> LlamaEncodingPool {
    let pool = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "LlamaEncodingPool.load").async {
        continuation.resume(
          with: Result {
            // Never repacked: vectors that are compared must be computed alike, whatever was measured.
            let weights = try LlamaWeights(contentsOf: path, repacking: { _ in false })
            return try LlamaEncodingPool(
              weights, maximumTokens: maximumTokens, threads: min(max(1, threads), 512), pooling: pooling(weights))
          })
      }
    }
    // The first says whether there can be any; the others are made when they are needed.
    try await pool.contexts[0].prepare()
    return pool
  }

  private init(
    _ weights: LlamaWeights, maximumTokens: Int, threads: Int, pooling: llama_pooling_type
  ) throws {
    guard maximumTokens > 2 else { throw LlamaError.invalidContextSize(maximumTokens) }
    self.weights = weights
    self.maximumTokens = min(maximumTokens, weights.trainedContextSize)
    dimensions = Int(
      pooling == LLAMA_POOLING_TYPE_RANK
        ? Int32(llama_model_n_cls_out(weights.model)) : llama_model_n_embd_out(weights.model))
    let (limit, dimensions) = (self.maximumTokens, dimensions)
    contexts = (0..<threads).map { _ in
      LlamaEncodingContext(weights, maximumTokens: limit, dimensions: dimensions, pooling: pooling)
    }
  }

  /// Returns the numbers of each text, evaluated by itself. Cancellation takes effect after the current texts.
  ///
  /// - Parameter tokens: Makes the tokens of a text; called on a context's executor.
  func numbers(
    of texts: [String], tokens: @escaping @Sendable (String) -> [llama_token]
  ) async throws -> [[Float]] {
    let workers = contexts.prefix(max(1, texts.count))
    let threads = contexts.count / workers.count
    // Longest first, so that none is left alone with a long text at the end.
    let waiting = Waiting(texts.indices.sorted { texts[$0].utf8.count > texts[$1].utf8.count })
    return try await withThrowingTaskGroup(of: [(Int, [Float])].self) { group in
      for context in workers {
        group.addTask {
          var found: [(Int, [Float])] = []
          while let index = waiting.next() {
            try Task.checkCancellation()
            found.append((index, try await context.numbers(of: texts[index], threads: threads, tokens: tokens)))
          }
          return found
        }
      }
      var numbers = [[Float]](repeating: [], count: texts.count)
      for try await part in group { for (index, found) in part { numbers[index] = found } }
      return numbers
    }
  }

  /// The numbers of the texts that no context has taken yet.
  private final class Waiting: Sendable {
    private let indices: Mutex<ArraySlice<Int>>

    init(_ indices: [Int]) { self.indices = Mutex(indices[...]) }

    func next() -> Int? { indices.withLock { $0.popFirst() } }
  }

  /// Returns the tokens of a text, truncated before the special token that ends it.
  func tokens(of text: String) -> [llama_token] {
    let tokens = weights.vocabulary.tokens(of: text, addingSpecial: true)
    guard tokens.count > maximumTokens else { return tokens.isEmpty ? [weights.vocabulary.placeholder] : tokens }
    let last = weights.vocabulary.isControl(tokens[tokens.count - 1]) ? tokens.suffix(1) : []
    return Array(tokens.prefix(maximumTokens - last.count) + last)
  }
}
