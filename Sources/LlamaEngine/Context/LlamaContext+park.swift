import CLlama

extension LlamaContext {
  /// Sets the KV cache aside if a prompt shares little with it, and restores the one set aside if that shares more.
  ///
  /// So two kinds of prompts that alternate, such as a conversation and questions about it, are each evaluated once:
  /// copying the state of 1,000 tokens takes milliseconds, evaluating them ten seconds. One state is set aside.
  func turn(to tokens: [llama_token]) {
    let here = Self.common(evaluated, tokens)
    guard here < max(1, min(evaluated.count, tokens.count) / Self.shareOfOneKind) else { return }
    let wanted = parked.flatMap { Self.common($0.tokens, tokens) > here ? $0 : nil }
    if evaluated.count >= Self.fewestParked { parked = copyOfMemory() } else if wanted != nil { parked = nil }
    if let wanted { restore(wanted) }
  }

  /// Prompts of one kind share at least one in this many of their tokens.
  private static let shareOfOneKind = 4
  /// Fewer tokens are evaluated again just as fast.
  private static let fewestParked = 4 * grain

  private static func common(_ left: [llama_token], _ right: [llama_token]) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }

  /// Where attention slides, the state of the whole context is copied: that of a sequence lacks what the attention no
  /// longer reads, and a prompt that shares only a part would need it.
  private func copyOfMemory() -> ParkedMemory? {
    let context = handle.context
    let size = slides ? llama_state_get_size(context) : llama_state_seq_get_size(context, 0)
    let state = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count =
        slides
        ? llama_state_get_data(context, buffer.baseAddress, size)
        : llama_state_seq_get_data(context, buffer.baseAddress, size, 0)
    }
    guard state.count == size, size > 0 else { return nil }
    return ParkedMemory(tokens: evaluated, state: state, checkpoints: checkpoints)
  }

  private func restore(_ memory: ParkedMemory) {
    forget()
    let (state, context) = (memory.state, handle.context)
    let read =
      slides
      ? llama_state_set_data(context, state, state.count) : llama_state_seq_set_data(context, state, state.count, 0)
    guard read > 0 else { return forget() }
    (evaluated, checkpoints) = (memory.tokens, memory.checkpoints)
  }
}
