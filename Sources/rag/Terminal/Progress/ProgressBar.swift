import Foundation
import Indexer
import ModelCatalogue
import Synchronization

/// The progress line on a terminal: of `rag index` the current step or, during encoding, a bar with rate and time left;
/// of a download such a bar.
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
      return "reading \(progress.files)/\(Numbers.count(progress.totalFiles, of: "note"))  \(progress.path)"
    case .encoding:
      let share = progress.totalBytes > 0 ? Double(progress.bytes) / Double(progress.totalBytes) : 0
      let rate = seconds > 0 ? Double(progress.encodedChunks) / seconds : 0
      let left = share > 0.02 ? "\(Int(seconds / share - seconds)) s left" : ""
      return
        "\(bar(share)) \(progress.files)/\(progress.totalFiles) files  \(Int(rate)) chunks/s  \(left)  \(progress.path)"
    }
  }

  private static func bar(_ share: Double) -> String {
    String(repeating: "█", count: Int(share * 20)).padding(toLength: 20, withPad: "░", startingAt: 0)
  }

  // MARK: downloads

  /// The current file, what of it was there before, and since when it is fetched.
  private let download = Mutex<(file: String, bytes: Int64, start: Date)>(("", 0, Date()))

  func show(_ progress: ModelDownload.Progress) {
    guard Console.errorIsTerminal else { return }
    let begun = download.withLock { download in
      if download.file != progress.file { download = (progress.file, progress.bytes, Date()) }
      return download
    }
    let seconds = Date().timeIntervalSince(begun.start)
    Console.progress(ProgressBar.line(for: progress, from: begun.bytes, after: seconds))
  }

  /// Returns the line, `seconds` after the download began with `begun` bytes already there.
  static func line(for progress: ModelDownload.Progress, from begun: Int64, after seconds: Double) -> String {
    let share = progress.total > 0 ? Double(progress.bytes) / Double(progress.total) : 0
    let size = progress.total.formatted(.byteCount(style: .file))
    let rate = seconds > 1 ? Double(progress.bytes - begun) / seconds : 0
    guard rate >= 1 else { return "\(bar(share)) \(Int(share * 100))% of \(size)  \(progress.file)" }
    let left = ItemProgress.time(Double(progress.total - progress.bytes) / rate)
    let speed = Int64(rate).formatted(.byteCount(style: .file))
    return "\(bar(share)) \(Int(share * 100))% of \(size)  \(speed)/s  \(left) left  \(progress.file)"
  }
}
