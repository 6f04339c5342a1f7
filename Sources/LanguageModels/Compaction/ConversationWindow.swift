/// How full a window is, and what fills it.
public struct ConversationWindow: Sendable, Equatable {
  /// A turn and its tokens.
  public struct Turn: Sendable, Equatable {
    /// The entries: a prompt and everything up to the next one.
    public var entries: [Transcript.Entry]
    /// Their tokens in the request.
    public var tokenCount: Int

    /// Creates a turn.
    public init(entries: [Transcript.Entry], tokenCount: Int) {
      self.entries = entries
      self.tokenCount = tokenCount
    }
  }

  /// The window, in tokens.
  public var contextSize: Int
  /// The tokens that always stay: instructions, tools, the summary and the turn being answered.
  public var fixedTokenCount: Int
  /// The tokens reserved for the reply.
  public var replyReserve: Int
  /// The earlier turns, oldest first.
  public var turns: [Turn]
  /// Whether the model refused the request as it is.
  public var isRefused: Bool

  /// Creates a window.
  public init(contextSize: Int, fixedTokenCount: Int, replyReserve: Int, turns: [Turn], isRefused: Bool = false) {
    self.contextSize = contextSize
    self.fixedTokenCount = fixedTokenCount
    self.replyReserve = replyReserve
    self.turns = turns
    self.isRefused = isRefused
  }

  /// The tokens of the whole request.
  public var tokenCount: Int { turns.reduce(fixedTokenCount) { $0 + $1.tokenCount } }
  /// Whether the request cannot be sent as it is.
  public var mustShrink: Bool { isRefused || tokenCount + replyReserve > contextSize }

  /// Returns how many of the newest turns fit into `budget` tokens besides the fixed tokens and room for the reply.
  public func newestTurns(within budget: Int) -> Int {
    var left = min(budget, contextSize - replyReserve) - fixedTokenCount
    var count = 0
    for turn in turns.reversed() {
      left -= turn.tokenCount
      guard left >= 0 else { break }
      count += 1
    }
    return count
  }
}
