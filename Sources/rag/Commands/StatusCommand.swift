import ArgumentParser
import Embedding
import Foundation
import Indexer
import Retriever
import VectorStore

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what the index contains, and what has changed since.",
    discussion: """
        rag status
        rag status --json
      """)

  @OptionGroup var options: IndexOptions

  /// The number of files that could not be indexed which are named for each folder.
  private static let failedShown = 10

  func run() async throws {
    let index = try await options.openWithoutEncoder()
    let status = try await index.status()
    let changes = try await index.changes(since: status)
    let calibrations = try await index.calibrations().sorted { $0.key < $1.key }
      .map { CalibrationRecord(of: $0.value, examinee: $0.key) }
    let unread = try await index.unreadFiles()
    let watcher = IndexWatch.watcher(ofIndexAt: options.path)
    if options.json {
      let isComplete = status.folders.allSatisfy { $0.indexedAt != nil }
      return try Console.writeJSON(
        StatusRecord(
          index: options.path, writer: index.writer, watcher: watcher, complete: isComplete, status: status,
          changes: changes,
          unreadFiles: unread, calibrations: calibrations))
    }
    Console.write("\(options.path)  \(status.bytes.formatted(.byteCount(style: .file)))")
    if let writer = index.writer { Console.write(Console.warning("being written by process \(writer)")) }
    if let watcher { Console.write("kept up to date by process \(watcher) ('rag watch')") }
    Console.write("\(Numbers.count(status.documents, of: "document")), \(Numbers.count(status.chunks, of: "chunk"))")
    if let space = status.space { Console.write("encoder \(space.title), \(space.dimensions) dimensions") }
    for calibration in calibrations { Console.write(calibration.summary) }
    if let space = SearchIndex.unfinishedSpace(ofIndexAt: options.path) {
      Console.write(Console.warning("being changed to the encoder \(space.title): run 'rag index' to finish it"))
    }
    for (folder, changes) in zip(status.folders, changes) {
      let date =
        folder.indexedAt.map { "indexed \($0.formatted(.iso8601))" }
        ?? Console.warning("only partly indexed: run 'rag index'")
      let state = FileManager.default.fileExists(atPath: folder.path) ? changes.summary : "missing"
      let mark = state.map { Console.warning("  (\($0))") } ?? ""
      let counts = "\(Numbers.count(folder.documents, of: "document")), \(Numbers.count(folder.chunks, of: "chunk"))"
      Console.write("  \(folder.path)  \(counts), \(date)\(mark)")
      for path in changes.failed.prefix(Self.failedShown) {
        Console.write("    \(path)  \(Console.warning("could not be indexed: 'rag index' says why"))")
      }
      write(unread.filter { $0.folder == folder.path })
      let more = changes.failed.count - Self.failedShown
      if more > 0 { Console.write("    and \(Numbers.count(more)) more that could not be indexed") }
    }
  }

  /// Names the files of a folder that could not be read, and says of how many only a part could be.
  private func write(_ unread: [UnreadFile]) {
    let failed = unread.filter { !$0.isPartlyRead }
    for file in failed.prefix(Self.failedShown) {
      Console.write(
        "    \(file.path)  \(Console.warning(file.problem + (Remedy.advice(forUnread: file.problem) ?? "")))")
    }
    let more = failed.count - Self.failedShown
    if more > 0 { Console.write("    and \(Numbers.count(more)) more that could not be read (--json names them)") }
    let parts = unread.count - failed.count
    if parts > 0 {
      Console.write("    of \(Numbers.count(parts, of: "file")) only a part could be read (--json names them)")
    }
  }
}

extension FolderChanges {
  /// `2 changed, 3 new, 1 deleted`; `nil` if the index is up to date.
  fileprivate var summary: String? {
    let counts = [
      (changed, "changed"), (unindexed - failed.count, "new"), (missing, "deleted"), (ignored, "ignored"),
      (unreadable, "unreadable"), (failed.count, "failed"),
    ]
    let parts = counts.filter { $0.0 > 0 }
    return parts.isEmpty ? nil : parts.map { "\(Numbers.count($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}

/// The output of `rag status --json`.
private struct StatusRecord: Encodable {
  var index: String
  /// The process that is writing to the index.
  var writer: Int32?
  /// The process that keeps it up to date.
  var watcher: Int32?
  /// Whether every folder is fully indexed.
  var complete: Bool
  var status: IndexStatus
  var changes: [FolderChanges]
  /// The files of which something could not be read.
  var unreadFiles: [UnreadFile]
  /// What 'rag calibrate' measured, by model.
  var calibrations: [CalibrationRecord]
}
