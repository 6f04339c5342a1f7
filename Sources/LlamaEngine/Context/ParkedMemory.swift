import CLlama

/// What a context had in memory before it turned to prompts of another kind.
struct ParkedMemory {
  var tokens: [llama_token]
  /// Keys and values, some 28 KB a token for a model of 1.5 billion parameters.
  var state: [UInt8]
}
