import Foundation
import Indexer
import Synchronization

/// What `rag index` prints of its runs, one for each folder.
struct IndexOutput: Encodable {
  var index: String
  var folders: [IndexReport]

  init(index: String, reports: [IndexReport]) {
    self.index = index
    folders = reports
  }

  /// `588 files, 9,120 chunks, 3 changed, 0 removed, 1 failed, 2.4 s`
  var summary: String {
    func sum(_ count: (IndexReport) -> Int) -> Int { folders.map(count).reduce(0, +) }
    func count(_ count: (IndexReport) -> Int) -> String { Numbers.count(sum(count)) }
    let seconds = folders.map(\.seconds).reduce(0, +)
    return "\(Numbers.count(sum(\.files), of: "file")), \(Numbers.count(sum(\.chunks), of: "chunk")), "
      + "\(count(\.changed)) changed, \(count(\.moved)) moved, \(count(\.removed)) removed, "
      + "\(count(\.failures.count)) failed, \(Numbers.short(seconds)) s"
  }

  var complaints: [String] {
    folders.flatMap { report in
      report.warnings.map { "rag: \($0)" }
        + report.failures.map { "rag: \(report.folder)/\($0.path): \($0.reason)" }
    }
  }

  /// No folder could be looked into: what the index has of them stands as it was.
  var allAreOutOfReach: Bool { folders.allSatisfy(\.isOutOfReach) }

  /// No folder could be looked into, or nothing was read although there was something to read.
  var nothingCouldBeIndexed: Bool {
    folders.allSatisfy { report in
      report.isOutOfReach
        || report.chunks == 0 && report.removed == 0 && (!report.failures.isEmpty || !report.warnings.isEmpty)
    }
  }
}

/// A line with a bar, the rate and the time left, on a terminal.
final class ProgressBar: Sendable {
  /// The folder at work, and when it began: the share is of this folder alone.
  private let current = Mutex<(folder: String, start: Date)>(("", Date()))

  func show(_ progress: IndexProgress) {
    guard Console.errorIsTerminal else { return }
    let share = progress.totalBytes > 0 ? Double(progress.bytes) / Double(progress.totalBytes) : 0
    let start = current.withLock { current in
      if current.folder != progress.folder { current = (progress.folder, Date()) }
      return current.start
    }
    let seconds = Date().timeIntervalSince(start)
    let rate = seconds > 0 ? Double(progress.encodedChunks) / seconds : 0
    let left = share > 0.02 ? "\(Int(seconds / share - seconds)) s left" : ""
    let bar = String(repeating: "█", count: Int(share * 20)).padding(toLength: 20, withPad: "░", startingAt: 0)
    Console.progress(
      "\(bar) \(progress.files)/\(progress.totalFiles) files  \(Int(rate)) chunks/s  \(left)  \(progress.path)")
  }
}
