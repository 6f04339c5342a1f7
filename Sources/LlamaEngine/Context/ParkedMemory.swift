import CLlama

/// A copy of a KV cache, set aside for a prompt of another kind.
struct ParkedMemory {
  var tokens: [llama_token]
  /// The keys and values: about 28 KB per token for a model of 1.5 billion parameters.
  var state: [UInt8]
  var checkpoints: Checkpoints
}
