/// Where the tokens of a window go.
///
/// The parts of the prompt sum to what the model evaluates, to the token: each is the difference between the counts of
/// the request with it and without it, all that follows left out.
public struct ContextBreakdown: Sendable, Hashable, Codable {
  /// What tokens are spent on.
  public enum Part: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// What the developer told the model, and the template's frame.
    case instructions
    /// The tools that the model is told of.
    case toolDefinitions
    /// What was carried of turns that no longer fit.
    case summary
    /// Earlier turns.
    case history
    /// Passages, and what tools said in this turn.
    case passages
    /// What is asked now.
    case question
    /// The schema that the reply must follow, as far as the model is shown it.
    case schema
    /// What is kept free for the reply.
    case replyReserve
    /// What nobody needs.
    case free
  }

  /// The window, in tokens.
  public var contextSize: Int
  private var counts: [Part: Int]

  /// Creates a breakdown of the tokens of each part of a prompt; the reserve and what is free follow from them.
  public init(contextSize: Int, prompt: [Part: Int], replyReserve: Int) {
    self.contextSize = contextSize
    counts = prompt.filter { $0.key != .replyReserve && $0.key != .free }
    let room = max(0, contextSize - promptTokenCount)
    counts[.replyReserve] = min(replyReserve, room)
    counts[.free] = room - min(replyReserve, room)
  }

  /// The tokens of a part.
  public subscript(part: Part) -> Int { counts[part] ?? 0 }

  /// The tokens of the prompt: what the model evaluates, cached ones among them.
  public var promptTokenCount: Int {
    counts.reduce(0) { $0 + ($1.key == .replyReserve || $1.key == .free ? 0 : $1.value) }
  }
}
