import Foundation
import Indexer
import VectorStore

/// What `rag watch` prints: updates on standard output, everything else on standard error.
struct WatchOutput {
  var index: String
  var isJSON: Bool

  func write(_ event: IndexWatchEvent) {
    Console.clearProgress()
    switch event {
    case .following(let folders):
      Console.note(
        folders.isEmpty
          ? "rag: \(index) has no folder yet: add one with \(SuggestedCommand.quoted("index", "FOLDER")), and it is followed"
          : "rag: following \(folders.joined(separator: ", ")); Ctrl-C ends it")
    case .polling(let folder, let reason): Console.note("rag: \(reason.explanation(of: folder))")
    case .updated(let reports): write(reports)
    case .lost(let folder):
      Console.note(
        "rag: \(folder) is missing or empty. The index keeps its notes; if they are gone for good, run: "
          + SuggestedCommand.text("forget", folder.shellQuoted))
    case .found(let folder): Console.note("rag: \(folder) is back")
    case .left(let folder): Console.note("rag: \(folder) is not in the index any more, and not followed")
    case .taken(let folder, let other):
      Console.note("rag: \(folder) is followed by \(other.name) already, and not here")
    case .unreachable(let error): Console.note("rag: waiting for \(index): \(error.localizedDescription)")
    case .reachable: Console.note("rag: \(index) is back")
    case .waiting(let process):
      Console.note(
        "rag: waiting for \(process.map { "process \($0)" } ?? "another process"), which writes to the index")
    case .failed(let error):
      let message = Remedy.message(for: error)
      Console.error("\(message.hasSuffix(".") ? message : message + ".") It is tried again.")
    }
  }

  private func write(_ reports: [IndexReport]) {
    let output = IndexOutput(index: index, reports: reports)
    for line in output.complaints { Console.note(line) }
    if isJSON {
      do { try Console.writeJSON(output) } catch { Console.error(error.localizedDescription) }
      return
    }
    let time = Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false).format(Date())
    for report in reports where report.changed + report.moved + report.removed > 0 {
      let counts = [(report.changed, "new or changed"), (report.moved, "moved"), (report.removed, "removed")]
        .filter { $0.0 > 0 }.map { "\(Numbers.count($0.0)) \($0.1)" }.joined(separator: ", ")
      Console.write("\(time)  \(report.folder): \(counts), \(Numbers.short(report.duration / .seconds(1))) s")
    }
  }
}

extension FolderWatchError {
  fileprivate func explanation(of folder: String) -> String {
    switch self {
    case .limit(let name):
      "\(folder) is looked at every minute: no more folders can be followed; raise the limit: "
        + "sudo sysctl \(name)=\(name.hasSuffix("instances") ? 1024 : 524_288)"
    case .fileSystem(let kind, let inner):
      "\(folder) is looked at every minute: \(inner == folder ? "it" : inner) is on a file system (\(kind)) that does "
        + "not tell of what other machines change"
    case .unsupported: "\(folder) is looked at every minute: this system does not tell of changes"
    }
  }
}
