import CLlama
import Embedding

/// What evaluates one text after the other for an encoder or a reranker, on the actor's own executor.
actor LlamaEncodingContext {
  private let executor = SerialQueueExecutor(label: "LlamaEncodingContext")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let weights: LlamaWeights
  private let maximumTokens: Int
  private let dimensions: Int
  private let pooling: llama_pooling_type
  private var made: LlamaContextHandle?

  init(_ weights: LlamaWeights, maximumTokens: Int, dimensions: Int, pooling: llama_pooling_type) {
    (self.weights, self.maximumTokens, self.dimensions, self.pooling) = (weights, maximumTokens, dimensions, pooling)
  }

  /// Returns the context, which is made at the first call.
  private func handle() throws -> LlamaContextHandle {
    if let made { return made }
    var parameters = llama_context_default_params()
    parameters.n_ctx = UInt32(maximumTokens)
    // Non-causal attention needs the whole text in one physical batch.
    parameters.n_batch = parameters.n_ctx
    parameters.n_ubatch = parameters.n_ctx
    parameters.n_seq_max = 1
    parameters.embeddings = true
    // Each text is evaluated alone, so rounding does not depend on other texts. With flash attention, a text of 234
    // tokens takes 0.6 of the time, one of 64 tokens 0.85 (all-MiniLM-L6-v2, F32, one thread of a CPU).
    parameters.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_AUTO
    parameters.pooling_type = pooling
    parameters.no_perf = true
    let handle = try LlamaContextHandle(weights, parameters)
    made = handle
    return handle
  }

  /// Makes the context now. Throws `LlamaError` if it cannot be made.
  func prepare() throws { _ = try handle() }

  /// Returns the numbers of a text, which do not depend on the number of threads.
  ///
  /// - Parameter tokens: Makes the tokens of a text.
  func numbers(
    of text: String, threads: Int, tokens: @Sendable (String) -> [llama_token]
  ) throws -> [Float] {
    let (handle, tokens) = (try handle(), tokens(text))
    llama_set_n_threads(handle.context, Int32(threads), Int32(threads))
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
