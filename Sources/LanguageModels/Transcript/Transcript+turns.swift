extension Transcript {
  /// Entries that are kept or dropped together: a prompt and everything up to the next one.
  ///
  /// A response is never kept without its prompt, nor a tool's output without its call.
  public struct Turn: Sendable, Equatable {
    /// The entries, oldest first.
    public var entries: [Entry]

    /// Creates a turn.
    public init(entries: [Entry]) { self.entries = entries }
  }

  /// The history as turns; entries before the first prompt form a turn.
  public var turns: [Turn] { Self.turns(of: history) }

  static func turns(of entries: some Sequence<Entry>) -> [Turn] {
    entries.reduce(into: []) { turns, entry in
      if case .prompt = entry {
        turns.append(Turn(entries: [entry]))
      } else if turns.isEmpty {
        turns.append(Turn(entries: [entry]))
      } else {
        turns[turns.count - 1].entries.append(entry)
      }
    }
  }
}
