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

  private func copyOfMemory() -> ParkedMemory? {
    var state = [UInt8](repeating: 0, count: llama_state_seq_get_size(handle.context, 0))
    let written = llama_state_seq_get_data(handle.context, &state, state.count, 0)
    return written == state.count && written > 0 ? ParkedMemory(tokens: evaluated, state: state) : nil
  }

  private func restore(_ memory: ParkedMemory) {
    llama_memory_clear(llama_get_memory(handle.context), false)
    let read = llama_state_seq_set_data(handle.context, memory.state, memory.state.count, 0)
    evaluated = read > 0 ? memory.tokens : []
    if read == 0 { llama_memory_clear(llama_get_memory(handle.context), false) }
  }
}
