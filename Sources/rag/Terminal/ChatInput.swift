import CEdit
import Files
import Foundation

/// Reads lines of input: with editing and history from a terminal, as they are from a pipe.
final class ChatInput: Sendable {
  private let nextLine = Surroundings.current.nextLine
  private let isTerminal: Bool
  private let historyPath: String?
  private let queue = DispatchQueue(label: "rag.input")
  private static let historyLimit: Int32 = 500

  /// Whether there is somebody who types.
  var canAsk: Bool { nextLine != nil || isTerminal }

  /// Reads with a history file, which need not exist yet, or without a history.
  init(historyPath: String?) {
    self.historyPath = historyPath
    isTerminal = nextLine == nil && isatty(STDIN_FILENO) == 1 && Console.outputIsTerminal
    if isTerminal, let historyPath {
      using_history()
      stifle_history(Self.historyLimit)
      try? PrivateFile.create(at: historyPath)
      read_history(historyPath)
    }
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
    if line.pointee != 0, let historyPath {
      add_history(line)
      write_history(historyPath)
    }
    return String(cString: line)
  }
}
