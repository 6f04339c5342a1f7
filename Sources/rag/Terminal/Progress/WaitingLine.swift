import Foundation
import LanguageModels
import Synchronization

/// A line on the terminal that says what the program is doing, erased when the answer begins.
final class WaitingLine: Sendable {
  static let shared = WaitingLine()

  private struct State {
    /// The beginning of the line, such as how much of a document was read.
    var context = ""
    /// The files whose passages the model reads.
    var sources: [String] = []
    /// The pieces of the thought so far.
    var thought = 0
    /// Whether the user is typing: the line would overwrite the input.
    var isPaused = false
  }
  private let state = Mutex(State())

  /// Shows the current step, such as "loading the model".
  func show(_ step: String) { Console.progress(step) }

  /// Erases the line and shows nothing until the next question: the model may read ahead while the user types.
  func pause() {
    state.withLock { state in
      state.isPaused = true
      Console.clearProgress()
    }
  }

  /// Shows that a search is running, and drops the sources of the previous question.
  func showSearching() {
    state.withLock { state in
      state.sources = []
      state.thought = 0
      state.isPaused = false
    }
    Console.progress("searching")
  }

  /// Sets the beginning of all later lines.
  func setContext(_ text: String) { state.withLock { $0.context = text } }

  /// Records the passages found, whose files are named while the model reads them, and shows that the model thinks.
  func note(_ event: SessionEvent) {
    switch event {
    case .retrieval(let record):
      state.withLock { state in
        state.sources = Self.fileNames(of: record.sources)
        state.thought = 0
      }
    case .reasoning:
      state.withLock { state in
        state.thought += 1
        guard !state.isPaused else { return }
        Console.progress(
          (state.context.isEmpty ? "" : "\(state.context), ") + "thinking, about \(state.thought) tokens")
      }
    default: break
    }
  }

  /// Shows how much of a prompt was read.
  func show(_ progress: EvaluationProgress) {
    // Under the lock: no line may appear after `pause()`.
    state.withLock { state in
      guard !state.isPaused else { return }
      Console.progress(Self.line(progress, context: state.context, sources: state.sources))
    }
  }

  /// `reading keys.md, oven.md ████████░░░░░░░░░░░░ 340 of 850 tokens`
  static func line(_ progress: EvaluationProgress, context: String = "", sources: [String] = []) -> String {
    let (read, total) = (progress.evaluatedTokens, max(1, progress.totalTokens))
    let prefix = context.isEmpty ? "" : "\(context), "
    guard read < total else { return prefix + "writing" }
    let shown = sources.prefix(3).joined(separator: ", ") + (sources.count > 3 ? ", …" : "")
    let bar = String(repeating: "█", count: read * 20 / total).padding(toLength: 20, withPad: "░", startingAt: 0)
    return "\(prefix)reading \(shown.isEmpty ? "" : shown + " ")\(bar) \(Numbers.count(read)) of "
      + Numbers.count(total, of: "token")
  }

  /// Returns the distinct file names of sources such as `people/keys.md:41-58`.
  private static func fileNames(of sources: [String]) -> [String] {
    var names: [String] = []
    for source in sources {
      let path = source.prefix(upTo: source.lastIndex(of: ":") ?? source.endIndex)
      let name = String(path.split(separator: "/").last ?? path)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
