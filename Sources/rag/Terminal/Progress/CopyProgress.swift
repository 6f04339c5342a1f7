import Foundation
import Synchronization
import VectorStore

/// The progress line of `rag copy` on a terminal.
final class CopyProgress: Sendable {
  /// The current step, and when it began.
  private let current = Mutex<(phase: IndexCopy.Progress.Phase, start: Date)?>(nil)

  @Sendable func show(_ progress: IndexCopy.Progress) {
    guard Console.errorIsTerminal else { return }
    let start = current.withLock { current in
      if current?.phase != progress.phase { current = (progress.phase, Date()) }
      return current?.start ?? Date()
    }
    Console.progress(Self.line(for: progress, after: Date().timeIntervalSince(start)))
  }

  /// Returns the line, `seconds` after the step began: `copying 1,024 of 2,140 chunks, 3 s left`.
  static func line(for progress: IndexCopy.Progress, after seconds: Double) -> String {
    let verb = progress.phase == .copying ? "copying" : "comparing"
    let total = Numbers.count(progress.totalChunks, of: "chunk")
    guard progress.chunks > 0, seconds > 0 else { return "\(verb) \(total)" }
    let left = seconds / Double(progress.chunks) * Double(progress.totalChunks - progress.chunks)
    return "\(verb) \(Numbers.count(progress.chunks)) of \(total), \(ItemProgress.time(left)) left"
  }
}
