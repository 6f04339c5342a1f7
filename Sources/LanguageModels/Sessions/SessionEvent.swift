/// What happens in a session beside its answers.
public enum SessionEvent: Sendable {
  /// The model wrote something.
  case inference(InferenceRecord)
  /// A tool was called.
  case toolCall(ToolCallRecord)
  /// The window is too full: turns are about to be dropped or summarized.
  case compactionBegan(tokenCount: Int, contextSize: Int)
  /// Turns were dropped or summarized.
  case compactionEnded(CompactionRecord)
  /// Passages were chosen for the next prompt.
  case retrieval(RetrievalRecord)
  /// Something that is allowed but unwise.
  case warning(String)
}

/// What was searched for, and what of it the model is given.
public struct RetrievalRecord: Sendable, Hashable, Codable {
  /// What was searched for.
  public var query: String
  /// The sources of the passages in the prompt, such as `keys.md:41-58`, best first.
  public var sources: [String]

  /// Creates a record.
  public init(query: String, sources: [String]) {
    self.query = query
    self.sources = sources
  }
}

/// One inference: what it was for, and what it cost.
public struct InferenceRecord: Sendable, Hashable, Codable {
  /// What an inference is for.
  public enum Purpose: String, Sendable, Hashable, Codable {
    /// The answer, or the calls in its place.
    case response
    /// The summary of turns.
    case summary
    /// What to search for.
    case query
    /// The logits of a few tokens, such as those of yes and no.
    case probe
    /// Nothing but to have a prompt evaluated.
    case prewarming
  }
  /// What it was for.
  public var purpose: Purpose
  /// Tokens of the prompt.
  public var inputTokens: Int
  /// Those of them that were evaluated before and not again.
  public var cachedTokens: Int
  /// Tokens of the reply.
  public var outputTokens: Int
  /// From the request to the first text, in seconds; `nil` where there was none.
  public var timeToFirstToken: Double?
  /// From the request to the end, in seconds.
  public var duration: Double
  /// Tokens of the reply for each second since the first; `nil` where there was at most one.
  public var tokensPerSecond: Double?
  /// Where the prompt's tokens went; `nil` where nobody asked.
  public var breakdown: ContextBreakdown?
}

/// One call of a tool.
public struct ToolCallRecord: Sendable, Hashable, Codable {
  /// The tool's name, as the model wrote it.
  public var toolName: String
  /// The arguments in JSON.
  public var arguments: String
  /// How long the tool took, in seconds.
  public var duration: Double
  /// The error that it threw, where it did.
  public var error: String?
}

/// One compaction.
public struct CompactionRecord: Sendable, Hashable, Codable {
  /// Tokens of the request before.
  public var tokenCountBefore: Int
  /// Tokens of the request after.
  public var tokenCountAfter: Int
  /// Ids of entries that are gone.
  public var droppedEntryIDs: [String]
  /// Ids of entries that the summary stands for now.
  public var summarizedEntryIDs: [String]
  /// Whether the model had refused the request.
  public var isRecovery: Bool
  /// Why there is no summary where the policy wants one.
  public var summaryError: String?
}
