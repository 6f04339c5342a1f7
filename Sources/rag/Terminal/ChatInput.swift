import CEdit
import Foundation

/// Reads lines of input: with editing and history from a terminal, as they are from a pipe.
final class ChatInput: Sendable {
  private let nextLine = Surroundings.current.nextLine
  private let isTerminal: Bool
  private let history: ChatHistory?
  private let queue = DispatchQueue(label: "rag.input")

  /// Whether there is somebody who types.
  var canAsk: Bool { nextLine != nil || isTerminal }

  /// Reads with a history file, which need not exist yet, or without a history.
  init(historyPath: String?) {
    isTerminal = nextLine == nil && isatty(STDIN_FILENO) == 1 && Console.outputIsTerminal
    history = isTerminal ? historyPath.map(ChatHistory.init) : nil
  }

  /// Returns the next line, or `nil` at the end of input. Throws `CancellationError` as soon as the task is cancelled:
  /// the pending read cannot be stopped, so the terminal is restored and what is typed from then on is lost.
  func next() async throws -> String? {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    queue.async {
      if let line = self.read() { continuation.yield(line) }
      continuation.finish()
    }
    for await line in lines { return line }
    if Task.isCancelled {
      if isTerminal {
        rl_deprep_terminal()
        Console.note("")
      }
      throw CancellationError()
    }
    return nil
  }

  private func read() -> String? {
    if let nextLine { return nextLine() }
    guard isTerminal else { return readLine() }
    guard let line = readline("> ") else { return nil }
    defer { free(line) }
    let text = String(cString: line)
    if !text.isEmpty { history?.add(text) }
    return text
  }
}
