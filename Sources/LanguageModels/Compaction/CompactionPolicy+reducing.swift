extension CompactionPolicy {
  /// Drops tool calls and outputs of earlier turns before whole turns.
  public func droppingFinishedToolCalls() -> Reducing<Self> {
    Reducing(base: self, reductions: reductions.union(.finishedToolCalls))
  }

  /// Before it drops whole turns, drops the passages of earlier turns that their responses do not cite.
  ///
  /// For models that write `[n]` themselves. If citations are found by other means, drop uncited passages when the
  /// response is complete, as `NotesConversation` does.
  public func carryingOnlyCited() -> Reducing<Self> {
    Reducing(base: self, reductions: reductions.union(.uncitedPassages))
  }
}

extension CompactionReductions {
  /// Returns an answered turn without the parts to drop.
  package func reduced(_ turn: Transcript.Turn) -> Transcript.Turn {
    guard case .response(let response)? = turn.entries.last else { return turn }
    var turn = turn
    if contains(.finishedToolCalls) {
      turn.entries.removeAll { entry in
        switch entry {
        case .toolCalls, .toolOutput: true
        case .instructions, .prompt, .reasoning, .response: false
        }
      }
    }
    if contains(.uncitedPassages) {
      let answer = Transcript.text(of: response.segments)
      turn.entries = turn.entries.map { entry in
        guard case .prompt(var prompt) = entry else { return entry }
        var place = 0
        prompt.segments.removeAll { segment in
          guard segment.isPassage else { return false }
          place += 1
          return !answer.contains("[\(segment.passageNumber ?? place)]")
        }
        return .prompt(prompt)
      }
    }
    return turn
  }
}
