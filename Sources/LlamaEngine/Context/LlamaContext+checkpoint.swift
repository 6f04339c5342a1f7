import CLlama

/// Models with recurrent layers, such as LFM2, Qwen3.5 and Granite 4 H. What these layers remember cannot be truncated:
/// it has no parts that belong to single tokens.
extension LlamaContext {
  /// Copies what recurrent layers remember, if the model has any, so that the memory can be set back to here.
  func makeCheckpoint(_ kind: Checkpoint.Kind) {
    guard isRecurrent, !evaluated.isEmpty, !checkpoints.mark(evaluated.count, as: kind) else { return }
    let size = llama_state_seq_get_size_ext(handle.context, 0, Self.recurrentOnly)
    let state = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = llama_state_seq_get_data_ext(handle.context, buffer.baseAddress, size, 0, Self.recurrentOnly)
    }
    guard state.count == size, size > 0 else { return }
    checkpoints.append(Checkpoint(kind: kind, tokens: evaluated.count, state: state))
  }

  /// Sets the memory back to the last checkpoint within the first `count` tokens, and returns whether it did.
  func setBack(to count: Int) -> Bool {
    guard let checkpoint = checkpoints.last(within: count) else { return false }
    let memory = llama_get_memory(handle.context)
    let read = llama_state_seq_set_data_ext(
      handle.context, checkpoint.state, checkpoint.state.count, 0, Self.recurrentOnly)
    guard read > 0, llama_memory_seq_rm(memory, 0, llama_pos(checkpoint.tokens), -1),
      llama_memory_seq_pos_max(memory, 0) == llama_pos(checkpoint.tokens) - 1
    else { return false }
    evaluated.removeSubrange(checkpoint.tokens...)
    checkpoints.truncate(to: checkpoint.tokens)
    return true
  }

  private static let recurrentOnly = llama_state_seq_flags(LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY)
}
