import ArgumentParser
import Embedding
import Foundation
import Indexer
import VectorStore

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what the index contains, and what has changed since.",
    discussion: """
      For each format, it counts the files that were read, and of these those read in part or by OCR; those of which \
      nothing could be read; those that .gitignore or .ragignore excludes (skipped); those that differ from the index \
      (stale), and new ones. Orphans are chunks that belong to no note: there are none, unless something went wrong.

        rag status
        rag status --json
      """)

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm

  /// The number of files that could not be indexed which are named for each folder.
  private static let failedShown = 10

  func run() async throws {
    let index = try await options.openWithoutEncoder()
    let status = try await index.status()
    let changes = try await LongStep("looking for changed notes").run { try await index.changes(since: status) }
    let unread = try await index.unreadFiles()
    let formats = FormatCount.sum(of: changes.flatMap(\.formats))
    let orphans = try await index.orphans()
    let queue = try await index.queueStatus()
    let watchers = try await index.watchers()
    if form.json {
      let isComplete = status.folders.allSatisfy { $0.indexedAt != nil }
      return try Console.writeJSON(
        StatusRecord(
          index: options.path, writer: index.writer, watchers, queue: queue, complete: isComplete, status: status,
          changes: changes, formats: formats, orphans: orphans, unreadFiles: unread))
    }
    Console.write("\(options.path)  \(status.bytes.formatted(.byteCount(style: .file)))")
    if let writer = index.writer { Console.write(Console.warning("being written by process \(writer)")) }
    for line in queue?.lines ?? [] { Console.write(line) }
    for watcher in watchers {
      let folders = watcher.folders.map { ": " + $0.joined(separator: ", ") } ?? ""
      Console.write("kept up to date by \(watcher.name) ('rag watch')\(folders)")
    }
    Console.write("\(Numbers.count(status.documents, of: "document")), \(Numbers.count(status.chunks, of: "chunk"))")
    if orphans > 0 { Console.write(Console.warning("orphans belong to no note: 'rag doctor' says what to do")) }
    write((formats.map(\.description) + [Numbers.count(orphans, of: "orphan")]).joined(separator: "; "))
    let others = changes.reduce(into: [:]) { $0.merge($1.others, uniquingKeysWith: +) }
    if !others.isEmpty { write("other files, not read: \(FolderChanges.description(of: others))") }
    if let space = status.space { Console.write("encoder \(space.title), \(space.dimensions) dimensions") }
    if let space = SearchIndex.unfinishedSpace(ofIndexAt: options.path) {
      let command = SuggestedCommand.quoted("index")
      Console.write(Console.warning("being changed to the encoder \(space.title): run \(command) to finish it"))
    }
    for (folder, changes) in zip(status.folders, changes) {
      let queued = folder.indexedAt == nil ? try await index.queuedFiles(in: folder.path).count { !$0.hasFailed } : 0
      let date =
        folder.indexedAt.map { "indexed \(Numbers.minute($0))" }
        ?? (queued > 0 ? "\(Numbers.count(queued)) queued" : nil)
        ?? Console.warning("only partly indexed: run \(SuggestedCommand.quoted("index"))")
      let unread = unread.filter { file in
        file.folder == folder.path && FileManager.default.fileExists(atPath: file.folder + "/" + file.path)
      }
      let mark = (changes.absence ?? changes.summary(unread)).map { Console.warning("  (\($0))") } ?? ""
      let counts = "\(Numbers.count(folder.documents, of: "document")), \(Numbers.count(folder.chunks, of: "chunk"))"
      let settings =
        (folder.settings.contains(.code) ? ", --code" : "") + (folder.settings.contains(.scans) ? ", --ocr" : "")
        + (folder.settings.timeZone.map { ", --time-zone \($0)" } ?? "")
        + (folder.owner.map { ", for \($0)" } ?? "")
      Console.write("  \(folder.path)  \(counts), \(date)\(settings)\(mark)")
      if changes.isOutOfReach {
        let command = SuggestedCommand.quoted("forget", folder.path.shellQuoted)
        Console.write("    the index keeps its notes; if they are gone for good, run \(command)")
        continue
      }
      for failure in changes.failures.prefix(Self.failedShown) {
        Console.write("    \(failure.path)  \(Console.warning(failure.reason))")
      }
      write(unread)
      let more = changes.failures.count - Self.failedShown
      if more > 0 { Console.write("    and \(Numbers.count(more)) more that could not be indexed (--json names them)") }
    }
  }

  /// Names the files of a folder that could not be read, or only in part.
  private func write(_ unread: [UnreadFile]) {
    let failed = unread.filter { !$0.isPartlyRead || $0.isOfFrontMatter }
    let parts = unread.filter { $0.isPartlyRead && $0.isMissingText && !$0.isOfFrontMatter }
    for (files, state) in [(failed, "could not be read"), (parts, "could be read only in part")] {
      for file in files.prefix(Self.failedShown) {
        let advice = Remedy.advice(forUnread: file.problem, in: file.folder) ?? ""
        Console.write("    \(file.path)  \(Console.warning(file.problem + advice))")
      }
      let more = files.count - Self.failedShown
      if more > 0 { Console.write("    and \(Numbers.count(more)) more that \(state) (--json names them)") }
    }
  }

  /// Prints what may be longer than a line.
  private func write(_ line: String) {
    Console.write(Console.outputColumns.map { LineWrapper.wrapped(line, columns: $0) } ?? line)
  }
}
