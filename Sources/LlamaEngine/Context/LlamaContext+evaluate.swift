import CLlama
import LanguageModels

extension LlamaContext {
  /// Evaluates the part of a prompt that is not in the KV cache, and returns how many of its tokens were.
  ///
  /// Afterwards the cache holds exactly the prompt, and the last token's logits can be read.
  ///
  /// The result does not depend on how much was cached. llama.cpp's matrix products round differently for a few rows
  /// than for many, and for the rows left over from groups of 4 or 16. So the cached prefix is truncated to a multiple
  /// of `grain`, and the rest is split into batches of at least that many tokens.
  ///
  /// The prompt must be shorter than the window: llama.cpp would abort the process otherwise.
  func evaluate(
    prompt tokens: [llama_token], unless flag: CancellationFlag,
    onProgress: (EvaluationProgress) -> Void = { _ in }
  ) throws -> Int {
    turn(to: tokens)
    let common = zip(evaluated, tokens).prefix { $0 == $1 }.count
    let kept = min(common, max(0, tokens.count - Self.grain))
    let cached = truncate(to: kept - kept % Self.grain)
    var rest = tokens[cached...]
    while !rest.isEmpty {
      onProgress(EvaluationProgress(evaluatedTokens: tokens.count - rest.count, totalTokens: tokens.count))
      makeCheckpoint(.prompt)
      let leavesTooFew = rest.count > Self.batchSize && rest.count < Self.batchSize + Self.grain
      let batch = rest.prefix(leavesTooFew ? Self.batchSize - Self.grain : Self.batchSize)
      try decode(Array(batch), isLast: batch.count == rest.count, unless: flag)
      rest = rest.dropFirst(batch.count)
    }
    onProgress(EvaluationProgress(evaluatedTokens: tokens.count, totalTokens: tokens.count))
    return cached
  }

  /// Evaluates one more token, which must fit into the window.
  func extend(with token: llama_token, unless flag: CancellationFlag) throws {
    try decode([token], isLast: true, unless: flag)
    if evaluated.count % Self.grain == 0 { makeCheckpoint(.reply) }
  }

  /// Calls `body` with the logits of the whole vocabulary after the last evaluated token.
  func withLogits<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) throws -> Result {
    guard let logits = llama_get_logits_ith(handle.context, -1) else {
      throw LlamaError.evaluationFailed(model: weights.name, reason: "it has no logits")
    }
    return try body(UnsafeBufferPointer(start: logits, count: weights.vocabulary.count))
  }

  /// Drops the cached tokens from position `count` on, and returns how many are left: in a model with recurrent layers
  /// those up to a checkpoint.
  private func truncate(to count: Int) -> Int {
    let memory = llama_get_memory(handle.context)
    if llama_memory_seq_rm(memory, 0, llama_pos(count), -1),
      llama_memory_seq_pos_max(memory, 0) == llama_pos(count) - 1, isRecurrent || attentionIsWhole(before: count)
    {
      evaluated.removeSubrange(count...)
      checkpoints.truncate(to: count)
    } else if !setBack(to: count) {
      forget()
    }
    return evaluated.count
  }

  /// Whether the cache still has what a sliding attention reads before position `count`.
  ///
  /// llama.cpp puts later tokens in the place of those that the attention has left behind once a state was restored.
  private func attentionIsWhole(before count: Int) -> Bool {
    let window = Int(llama_model_n_swa(weights.model))
    let first = Int(llama_memory_seq_pos_min(llama_get_memory(handle.context), 0))
    return !slides || first <= max(0, count - window + 1)
  }

  /// Clears the cache.
  func forget() {
    llama_memory_clear(llama_get_memory(handle.context), false)
    evaluated = []
    checkpoints = Checkpoints()
  }

  private func decode(_ tokens: [llama_token], isLast: Bool, unless flag: CancellationFlag) throws {
    if flag.isSet { throw CancellationError() }
    llama_set_abort_callback(
      handle.context,
      { flag in flag.map { Unmanaged<CancellationFlag>.fromOpaque($0).takeUnretainedValue().isSet } ?? false },
      Unmanaged.passUnretained(flag).toOpaque())
    defer {
      llama_set_abort_callback(handle.context, nil, nil)
      withExtendedLifetime(flag) {}
    }

    var batch = llama_batch_init(Int32(tokens.count), 0, 1)
    defer { llama_batch_free(batch) }
    batch.n_tokens = Int32(tokens.count)
    for (index, token) in tokens.enumerated() {
      batch.token[index] = token
      batch.pos[index] = llama_pos(evaluated.count + index)
      batch.n_seq_id[index] = 1
      batch.seq_id[index]?[0] = 0
      batch.logits[index] = isLast && index == tokens.count - 1 ? 1 : 0
    }
    let status = decode(batch)
    guard status == 0 else {
      _ = truncate(to: evaluated.count)
      if flag.isSet { throw CancellationError() }
      throw LlamaError.evaluationFailed(model: weights.name, reason: "llama_decode returned \(status)")
    }
    evaluated += tokens
  }

  /// Evaluates on as many threads as the governors choose, and reports to them the processor time used.
  private func decode(_ batch: llama_batch) -> Int32 {
    let isReply = batch.n_tokens == 1
    llama_set_n_threads(handle.context, Int32(replyThreads.threads), Int32(promptThreads.threads))
    let isReduced = promptThreads.threads < promptThreads.most || replyThreads.threads < replyThreads.most
    let start = ThreadGovernor.Reading.now(readingIdle: isReduced)
    if isReply { replyThreads.begin(at: start) } else { promptThreads.begin(at: start) }
    defer {
      let end = ThreadGovernor.Reading.now(readingIdle: true)
      if isReply { replyThreads.end(at: end) } else { promptThreads.end(at: end) }
    }
    return llama_decode(handle.context, batch)
  }
}
