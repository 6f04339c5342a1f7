/// Where the tokens of a window go.
///
///     let ledger = try await session.contextBreakdown(prompt: Prompt("Who holds the spare key?"))
///     print(ledger[.history], ledger[.free], ledger.promptTokenCount)
///
/// The parts of the prompt sum exactly to what the model evaluates: each is how much the request's count grows when
/// that part is added to those before it.
public struct ContextBreakdown: Sendable, Hashable, Codable {
  /// A part of the window.
  public enum Part: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// The instructions, and the frame that the chat template adds.
    case instructions
    /// The definitions of the tools.
    case toolDefinitions
    /// The summary of turns that no longer fit.
    case summary
    /// Earlier turns.
    case history
    /// Passages, and the tool outputs of this turn.
    case passages
    /// The current question.
    case question
    /// The schema of the reply, if it is part of the prompt.
    case schema
    /// Reserved for the model's thought before the reply.
    case reasoningReserve
    /// Reserved for the reply.
    case replyReserve
    /// Unused.
    case free

    /// Whether the part is room left by the prompt.
    fileprivate var isRoom: Bool { self == .reasoningReserve || self == .replyReserve || self == .free }
  }

  /// The window, in tokens.
  public var contextSize: Int
  private var counts: [Part: Int]

  /// Creates a breakdown from the tokens of each part of a prompt; the free tokens follow from them.
  public init(contextSize: Int, prompt: [Part: Int], replyReserve: Int, reasoningReserve: Int = 0) {
    self.contextSize = contextSize
    counts = prompt.filter { !$0.key.isRoom }
    var room = max(0, contextSize - promptTokenCount)
    counts[.replyReserve] = min(replyReserve, room)
    room -= min(replyReserve, room)
    if reasoningReserve > 0 {
      counts[.reasoningReserve] = min(reasoningReserve, room)
      room -= min(reasoningReserve, room)
    }
    counts[.free] = room
  }

  /// The tokens of a part.
  public subscript(part: Part) -> Int { counts[part] ?? 0 }

  /// The tokens of the prompt, cached ones included.
  public var promptTokenCount: Int {
    counts.reduce(0) { $0 + ($1.key.isRoom ? 0 : $1.value) }
  }
}
