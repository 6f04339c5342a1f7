import Indexer

/// What `rag index` prints of its runs, one for each folder.
struct IndexOutput: Encodable {
  var index: String
  var folders: [FolderRecord]

  init(index: String, reports: [IndexReport]) {
    self.index = index
    folders = reports.map(FolderRecord.init)
  }

  /// `588 files, 9,120 chunks, 3 changed, 0 removed, 1 failed, 2.4 s`
  var summary: String {
    func sum(_ count: (FolderRecord) -> Int) -> Int { folders.map(count).reduce(0, +) }
    func count(_ count: (FolderRecord) -> Int) -> String { Numbers.count(sum(count)) }
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
