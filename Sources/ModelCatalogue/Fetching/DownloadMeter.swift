import Synchronization

/// Reports the progress of files that are fetched one after another, ten times per second.
final class DownloadMeter: Sendable {
  private static let pause = Duration.milliseconds(100)

  private let file: String
  private let total: Int64
  private let report: @Sendable (ModelDownload.Progress) -> Void
  private let state = Mutex<(done: Int64, last: ContinuousClock.Instant)>((0, .now - pause))

  /// - Parameters:
  ///   - file: What the user sees as the file.
  ///   - total: The bytes of all files.
  init(file: String, total: Int64, _ report: @escaping @Sendable (ModelDownload.Progress) -> Void) {
    (self.file, self.total, self.report) = (file, total, report)
  }

  /// - Parameter bytes: The bytes of the current file that are there.
  func show(_ bytes: Int64) {
    let done = state.withLock { state -> Int64? in
      guard .now - state.last >= Self.pause else { return nil }
      state.last = .now
      return state.done + bytes
    }
    if let done { report(ModelDownload.Progress(file: file, bytes: done, total: total)) }
  }

  /// Ends the current file.
  func finish(bytes: Int64) {
    let done = state.withLock { state in
      state.done += bytes
      return state.done
    }
    report(ModelDownload.Progress(file: file, bytes: done, total: total))
  }
}
