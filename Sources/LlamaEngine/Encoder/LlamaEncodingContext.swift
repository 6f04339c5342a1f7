import CLlama
import Dispatch
import Embedding

/// A loaded encoder or reranker. All evaluation runs on the actor's own executor, one text at a time.
actor LlamaEncodingContext {
  private let executor = SerialQueueExecutor(label: "LlamaEncodingContext")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let weights: LlamaWeights
  nonisolated let maximumTokens: Int
  /// The number of numbers that a text has.
  nonisolated let dimensions: Int
  private let handle: LlamaContextHandle

  /// Loads weights, off Swift's cooperative threads.
  ///
  /// - Parameter pooling: What becomes of the vectors of a text's tokens.
  static func load(
    contentsOf path: String, maximumTokens: Int, threads: Int,
    pooling: @escaping @Sendable (LlamaWeights) throws -> llama_pooling_type
  ) async throws -> LlamaEncodingContext {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "LlamaEncodingContext.load").async {
        continuation.resume(
          with: Result {
            // Never repacked: vectors that are compared must be computed alike, whatever was measured.
            try LlamaEncodingContext(
              LlamaWeights(contentsOf: path, repacking: { _ in false }), maximumTokens: maximumTokens, threads: threads,
              pooling: pooling)
          })
      }
    }
  }

  private init(
    _ weights: LlamaWeights, maximumTokens: Int, threads: Int, pooling: (LlamaWeights) throws -> llama_pooling_type
  ) throws {
    guard maximumTokens > 2 else { throw LlamaError.invalidContextSize(maximumTokens) }
    self.weights = weights
    self.maximumTokens = min(maximumTokens, weights.trainedContextSize)
    let pooling = try pooling(weights)
    dimensions = Int(
      pooling == LLAMA_POOLING_TYPE_RANK
        ? Int32(llama_model_n_cls_out(weights.model)) : llama_model_n_embd_out(weights.model))
    var parameters = llama_context_default_params()
    parameters.n_ctx = UInt32(self.maximumTokens)
    // Non-causal attention needs the whole text in one physical batch.
    parameters.n_batch = parameters.n_ctx
    parameters.n_ubatch = parameters.n_ctx
    parameters.n_seq_max = 1
    parameters.n_threads = Int32(threads)
    parameters.n_threads_batch = Int32(threads)
    parameters.embeddings = true
    // Each text is evaluated alone, so rounding does not depend on other texts. With flash attention, a text of 234
    // tokens takes 0.6 of the time, one of 64 tokens 0.85 (all-MiniLM-L6-v2, F32, one thread of a CPU).
    parameters.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_AUTO
    parameters.pooling_type = pooling
    parameters.no_perf = true
    handle = try LlamaContextHandle(weights, parameters)
  }

  /// Returns the numbers of each text, evaluated by itself. Cancellation takes effect after the current one.
  ///
  /// - Parameter tokens: Makes the tokens of a text; called on the actor's executor.
  nonisolated func numbers(
    of texts: [String], tokens: @escaping @Sendable (String) -> [llama_token]
  ) async throws -> [[Float]] {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await numbers(of: texts, unless: flag, tokens: tokens)
    } onCancel: {
      flag.set()
    }
  }

  private func numbers(
    of texts: [String], unless flag: CancellationFlag, tokens: @Sendable (String) -> [llama_token]
  ) throws -> [[Float]] {
    try texts.map { text in
      if flag.isSet { throw CancellationError() }
      return try numbers(of: tokens(text))
    }
  }

  /// Returns the tokens of a text, truncated before the special token that ends it.
  nonisolated func tokens(of text: String) -> [llama_token] {
    let tokens = weights.vocabulary.tokens(of: text, addingSpecial: true)
    guard tokens.count > maximumTokens else { return tokens.isEmpty ? [weights.vocabulary.placeholder] : tokens }
    let last = weights.vocabulary.isControl(tokens[tokens.count - 1]) ? tokens.suffix(1) : []
    return Array(tokens.prefix(maximumTokens - last.count) + last)
  }

  private func numbers(of tokens: [llama_token]) throws -> [Float] {
    var batch = llama_batch_init(Int32(tokens.count), 0, 1)
    defer { llama_batch_free(batch) }
    batch.n_tokens = Int32(tokens.count)
    for (index, token) in tokens.enumerated() {
      batch.token[index] = token
      batch.pos[index] = llama_pos(index)
      batch.n_seq_id[index] = 1
      batch.seq_id[index]?[0] = 0
      batch.logits[index] = 1
    }
    let status: Int32
    if let memory = llama_get_memory(handle.context), !llama_model_has_encoder(weights.model) {
      llama_memory_clear(memory, false)
      status = llama_decode(handle.context, batch)
    } else {
      status = llama_encode(handle.context, batch)
    }
    guard status == 0, let numbers = llama_get_embeddings_seq(handle.context, 0) else {
      throw LlamaError.evaluationFailed(
        model: weights.name, reason: status == 0 ? "a text has no result" : "llama_encode returned \(status)")
    }
    return Array(UnsafeBufferPointer(start: numbers, count: dimensions))
  }
}

extension Pooling {
  var llama: llama_pooling_type {
    switch self {
    case .mean: LLAMA_POOLING_TYPE_MEAN
    case .first: LLAMA_POOLING_TYPE_CLS
    case .last: LLAMA_POOLING_TYPE_LAST
    }
  }
}
