import Indexer

/// The output of `rag index`: one outcome per folder.
struct IndexOutput: Encodable {
  var index: String
  var folders: [FolderRecord]

  init(index: String, reports: [IndexReport]) {
    self.index = index
    folders = reports.map(FolderRecord.init)
  }

  /// `588 files, 9,120 chunks, 3 new or changed, 0 moved, 0 removed, 1 failed, 2.4 s`
  var summary: String {
    func sum(_ count: (FolderRecord) -> Int) -> Int { folders.map(count).reduce(0, +) }
    func count(_ count: (FolderRecord) -> Int) -> String { Numbers.count(sum(count)) }
    let seconds = folders.map(\.seconds).reduce(0, +)
    let queued = sum(\.queued) > 0 ? "\(count(\.queued)) queued, " : ""
    let unread = sum(\.stillUnread) > 0 ? ", \(count(\.stillUnread)) still unread" : ""
    return "\(Numbers.count(sum(\.files), of: "file")), \(Numbers.count(sum(\.chunks), of: "chunk")), "
      + "\(queued)\(count(\.changed)) new or changed, \(count(\.moved)) moved, \(count(\.removed)) removed, "
      + "\(count(\.failures.count)) failed\(unread), \(Numbers.short(seconds)) s"
  }

  var complaints: [String] {
    folders.flatMap { report in
      report.warnings.map { "rag: \($0)" }
        + report.failures.map { failure in
          let advice = Remedy.advice(forUnread: failure.reason, in: report.folder)
          return "rag: \(report.folder)/\(failure.path): \(failure.reason)" + (advice ?? "")
        }
    }
  }

  /// Whether notes wait for a worker.
  var hasQueued: Bool { folders.contains { $0.queued > 0 } }

  /// Whether no folder could be read; the index keeps what it has of them.
  var allAreOutOfReach: Bool { folders.allSatisfy(\.isOutOfReach) }

  /// Whether no folder could be read, or nothing was indexed or removed despite failures or warnings.
  var nothingCouldBeIndexed: Bool {
    folders.allSatisfy { report in
      report.isOutOfReach
        || report.chunks + report.queued == 0 && report.removed == 0
          && (!report.failures.isEmpty || !report.warnings.isEmpty)
    }
  }
}
