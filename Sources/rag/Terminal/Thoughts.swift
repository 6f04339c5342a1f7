import Foundation
import LanguageModels
import Synchronization

/// What a model thinks before it answers: hidden, printed as it arrives, or collected.
final class Thoughts: Sendable {
  enum Display { case hidden, printed, collected }

  private struct State {
    var text = ""
    /// Whether the last printed line is incomplete.
    var isOpen = false
  }
  private let display: Display
  private let state = Mutex(State())

  init(_ display: Display) { self.display = display }

  /// Takes a session's event. What is not printed is left to the waiting line.
  func note(_ event: SessionEvent) {
    if display != .printed || !event.isReasoning { WaitingLine.shared.note(event) }
    guard case .reasoning(let piece) = event, display != .hidden else { return }
    state.withLock { state in
      let piece = state.text.isEmpty ? String(piece.drop(while: \.isWhitespace)) : piece
      state.text += piece
      guard display == .printed, !piece.isEmpty else { return }
      state.isOpen = true
      // To standard error: a pipe gets only the answer.
      Console.note(piece: piece)
    }
  }

  /// Ends the line of a printed thought, and leaves a line empty before the answer.
  func endLine() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      Console.note(piece: state.text.last?.isNewline == true ? "\n" : "\n\n")
    }
  }

  /// Returns the thoughts of an answer, without white space at the ends, and forgets them; `nil` if they are hidden.
  func finish() -> String? {
    endLine()
    let text = state.withLock { state in
      defer { state.text = "" }
      return state.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return display == .hidden ? nil : text
  }
}

extension SessionEvent {
  fileprivate var isReasoning: Bool { if case .reasoning = self { true } else { false } }
}
