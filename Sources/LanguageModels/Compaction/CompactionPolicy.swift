/// What becomes of a conversation when it no longer fits its window.
///
/// A policy is a value that looks at the window and says what stays; the session counts, summarizes and keeps order.
/// Instructions, tools and the turn that is being answered always stay, and are not the policy's to drop.
public protocol CompactionPolicy: Sendable {
  /// What else is left out of the history before turns are.
  var reductions: CompactionReductions { get }
  /// What stays, or `nil` where the window is not yet full enough.
  ///
  /// Called before each request. Where `window.mustShrink`, a policy that returns `nil` has turns dropped for it.
  func plan(for window: ConversationWindow) -> CompactionPlan?
}

extension CompactionPolicy {
  /// None.
  public var reductions: CompactionReductions { [] }
}

/// What can be left out of earlier turns while the turns stay.
public struct CompactionReductions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int
  /// Creates a set from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Calls and outputs of tools in turns that are answered.
  public static let finishedToolCalls = Self(rawValue: 1)
  /// Passages of earlier turns that the response does not cite as `[n]`, by their numbers within their prompt.
  public static let uncitedPassages = Self(rawValue: 2)
}

/// How full a window is, and with what.
public struct ConversationWindow: Sendable, Equatable {
  /// A turn and what it costs.
  public struct Turn: Sendable, Equatable {
    /// The entries, a prompt and all that came of it.
    public var entries: [Transcript.Entry]
    /// What they cost in the request.
    public var tokenCount: Int

    /// Creates a turn.
    public init(entries: [Transcript.Entry], tokenCount: Int) {
      self.entries = entries
      self.tokenCount = tokenCount
    }
  }

  /// The window, in tokens.
  public var contextSize: Int
  /// The tokens of what always stays: instructions, tools, the summary and the turn that is being answered.
  public var fixedTokenCount: Int
  /// The tokens that the reply is to have room for.
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

  /// How many of the newest turns fit beside what always stays, in `budget` tokens and with room for the reply.
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

/// What a policy leaves of the history.
public struct CompactionPlan: Sendable, Equatable {
  /// The entries that stay as they are, oldest first.
  public var history: [Transcript.Entry]
  /// The entries that a summary stands for from now on; what is in neither list is dropped.
  public var summarized: [Transcript.Entry]

  /// Whether the summary is a `ConversationSummary`, which costs more and keeps what the user likes apart.
  public var isStructured = false

  /// Creates a plan.
  public init(history: [Transcript.Entry], summarized: [Transcript.Entry] = [], isStructured: Bool = false) {
    self.history = history
    self.summarized = summarized
    self.isStructured = isStructured
  }

  /// Keeps the newest turns and drops or summarizes all others.
  public init(keepingNewest count: Int, of window: ConversationWindow, summarizingOthers: Bool = false) {
    history = window.turns.suffix(count).flatMap(\.entries)
    summarized = summarizingOthers ? window.turns.dropLast(count).flatMap(\.entries) : []
  }
}
