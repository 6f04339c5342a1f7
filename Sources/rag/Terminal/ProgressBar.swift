import Foundation
import Indexer
import Synchronization

/// The progress line of `rag index` on a terminal: the current step or, during encoding, a bar with rate and time left.
final class ProgressBar: Sendable {
  /// The current folder, and when its names had been read: rate and share are of this folder alone.
  private let current = Mutex<(folder: String, start: Date)>(("", Date()))

  func show(_ progress: IndexProgress) {
    guard Console.errorIsTerminal else { return }
    let start = current.withLock { current in
      if current.folder != progress.folder || progress.phase == .listing { current = (progress.folder, Date()) }
      return current.start
    }
    Console.progress(ProgressBar.line(for: progress, after: Date().timeIntervalSince(start)))
  }

  /// Returns the line, `seconds` after the names in the folder were read.
  static func line(for progress: IndexProgress, after seconds: Double) -> String {
    switch progress.phase {
    case .listing:
      let found = progress.totalFiles > 0 ? ", \(Numbers.count(progress.totalFiles, of: "note")) so far" : ""
      return "listing files in \(progress.folder)\(found)"
    case .reading:
      return "reading \(Numbers.count(progress.totalFiles - progress.files, of: "note"))  \(progress.path)"
    case .encoding:
      let share = progress.totalBytes > 0 ? Double(progress.bytes) / Double(progress.totalBytes) : 0
      let rate = seconds > 0 ? Double(progress.encodedChunks) / seconds : 0
      let left = share > 0.02 ? "\(Int(seconds / share - seconds)) s left" : ""
      let bar = String(repeating: "█", count: Int(share * 20)).padding(toLength: 20, withPad: "░", startingAt: 0)
      return "\(bar) \(progress.files)/\(progress.totalFiles) files  \(Int(rate)) chunks/s  \(left)  \(progress.path)"
    }
  }
}
