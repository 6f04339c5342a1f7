@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Says of each root, again and again after the same time, that something may have changed: for folders of which the
/// system does not tell.
final class PollingWatch: FolderWatch {
  private let roots = Mutex<Set<String>>([])
  private let timer: any DispatchSourceTimer

  /// - Parameter onChange: Called with all roots, even if there are none.
  init(every interval: Duration, onChange: @escaping @Sendable (Set<String>) -> Void) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "rag.polling"))
    let seconds = interval / .seconds(1)
    timer.schedule(deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(Int(seconds * 50)))
    timer.setEventHandler { [weak self] in
      guard let roots = self?.roots.withLock({ $0 }) else { return }
      onChange(roots)
    }
    timer.resume()
  }

  deinit { timer.cancel() }

  func follow(_ folders: [String], of root: String) -> Int {
    roots.withLock { _ = $0.insert(root) }
    return 0
  }

  func leave(_ root: String) {
    roots.withLock { _ = $0.remove(root) }
  }

  func stop() {
    timer.cancel()
  }
}
