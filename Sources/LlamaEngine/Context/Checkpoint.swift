/// A copy of what recurrent layers remember after some tokens, to which the memory can be set back.
struct Checkpoint {
  /// What it was made for.
  enum Kind {
    /// The end of a front that later prompts begin with.
    case front
    /// A place within a prompt.
    case prompt
    /// A place within the last reply.
    case reply
  }

  var kind: Kind
  /// The number of tokens that the layers had read.
  var tokens: Int
  /// Their state: 0.2 MB for LFM2 with 1.2 billion parameters, 51 MB for Qwen3.5 with 4 billion.
  var state: [UInt8]
}
