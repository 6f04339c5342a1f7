import Foundation
import PostgresIndex
import VectorStore

/// What `rag worker` prints while it works, on standard error.
struct WorkerOutput {
  var index: String
  private let start = Date()

  init(index: String) { self.index = index }

  func write(_ event: WorkerEvent) {
    if case .working(let report, let queue) = event {
      if Console.errorIsTerminal { Console.progress(line(for: report, queue, after: Date().timeIntervalSince(start))) }
      return
    }
    Console.clearProgress()
    switch event {
    case .working: break
    case .waiting: Console.note("rag: the queue of \(index) is empty; waiting for more. Ctrl-C ends it")
    case .failed(let failure): Console.note("rag: \(failure.folder)/\(failure.path): \(failure.reason)")
    case .lost(let error): Console.note("rag: waiting for \(index): \(error)")
    case .found: Console.note("rag: \(index) is back")
    }
  }

  /// `12 documents stored, 5,988 in the queue  85 chunks/s  work/plan.md`
  func line(for report: WorkerReport, _ queue: QueueStatus, after seconds: Double) -> String {
    let rate = seconds > 0 ? Double(report.encodedChunks) / seconds : 0
    return "\(Numbers.count(report.documents, of: "document")) stored, \(Numbers.count(queue.remaining)) in the queue  "
      + "\(Int(rate)) chunks/s  \(report.path)"
  }
}
