import ArgumentParser
import Foundation
import Retriever
import VectorStore

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists notes or tasks: by folder, tag, date, or the keys of their front matter.",
    discussion: """
      Exits with 1 if nothing is listed.

        rag list --tag work --where status=active --sort date
        rag list --where 'rating>3' --when "last March"
        rag list --tasks open --in projects
      """)

  /// The tasks that are listed instead of notes.
  enum Tasks: String, ExpressibleByArgument, CaseIterable {
    case open, done, cancelled, all
  }

  @Option(help: "The order: \(DescribedNote.Order.allCases.map(\.rawValue).joined(separator: ", ")).")
  var sort = DescribedNote.Order.modified

  @Option(help: "List tasks instead of notes: \(Tasks.allCases.map(\.rawValue).joined(separator: ", ")).")
  var tasks: Tasks?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The maximum number to print; all by default.")
  var limit: Int?

  @OptionGroup var filters: FilterOptions
  @OptionGroup var options: IndexOptions

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    let index = try await options.openWithoutEncoder()
    try await RefreshOptions.sayWhatWaits(in: index)
    let filter = try await filters.filter(for: index, isReported: false)
    let labels = FolderLabels(folders: try await index.folders())
    func shown(_ folder: String, _ path: String) -> String { labels.label(of: folder).map { "\($0)/\(path)" } ?? path }
    if let tasks {
      let found = try await index.tasks(where: filter).filter {
        tasks == .all || $0.task.state.rawValue == tasks.rawValue
      }
      let records = found.prefix(limit ?? .max).map { TaskRecord($0.task, folder: $0.folder, path: $0.path) }
      if options.json {
        try Console.writeJSON(ListOutput(count: found.count, notes: nil, tasks: records))
      } else {
        for task in records { Console.write("\(shown(task.folder, task.path)):\(task.line)  \(task.summary)") }
        finish(found.count, records.count, of: "task")
      }
      if found.isEmpty { throw ExitCode(1) }
      return
    }
    let entries = DescribedNote.sorted(try await index.entries(where: filter), by: sort)
    let records = entries.prefix(limit ?? .max).map { ListedNote($0) }
    if options.json {
      try Console.writeJSON(ListOutput(count: entries.count, notes: records, tasks: nil))
    } else {
      for note in records {
        let day = sort == .date || filters.when != nil ? note.days ?? "          " : String(note.modified.prefix(10))
        let tags = note.tags.map { "#\($0)" }.joined(separator: " ")
        let name = shown(note.folder, note.path)
        Console.write(
          "\(Console.dim(day))  \(name)" + (tags.isEmpty ? "" : "  \(Console.dim(tags))")
            + (note.openTasks == 0 ? "" : "  \(Numbers.count(note.openTasks, of: "open task"))"))
      }
      finish(entries.count, records.count, of: "note")
    }
    if entries.isEmpty { throw ExitCode(1) }
  }

  private func finish(_ count: Int, _ shown: Int, of thing: String) {
    if count == 0 {
      Console.note("rag: no \(thing)\(filters.typed.isEmpty ? "" : " matches " + filters.typed.joined(separator: " "))")
    }
    if shown < count { Console.note("\(Numbers.count(count - shown)) more \(thing)s: raise --limit") }
  }
}

extension DescribedNote.Order: ExpressibleByArgument {}

/// The output of `rag list --json`.
private struct ListOutput: Encodable {
  /// How many there are, printed or not.
  var count: Int
  var notes: [ListedNote]?
  var tasks: [TaskRecord]?
}
