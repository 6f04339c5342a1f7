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
        rag list --sort rating --reverse
        rag list --where 'rating>3' --when "last March"
        rag list --tasks open --in projects
      """)

  /// The tasks that are listed instead of notes.
  enum Tasks: String, ExpressibleByArgument, CaseIterable {
    case open, done, cancelled, all
  }

  @Option(
    help: ArgumentHelp(
      "The order: \(DescribedNote.Order.named.map(\.name).joined(separator: ", ")), or a key of the front matter. "
        + "Default: modified, the last changed first.", valueName: "order"))
  var sort: DescribedNote.Order?

  @Flag(help: "Reverse the order; notes without the key stay last.")
  var reverse = false

  @Option(help: "List tasks instead of notes: \(Tasks.allCases.map(\.rawValue).joined(separator: ", ")).")
  var tasks: Tasks?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The maximum number to print; all by default.")
  var limit: Int?

  @OptionGroup var filters: FilterOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if tasks != nil, sort != nil {
      throw ValidationError("--sort orders notes; tasks are listed by their due dates.")
    }
  }

  func run() async throws {
    let index = try await options.openWithoutEncoder()
    try await RefreshOptions.sayWhatWaits(in: index)
    let filter = try await filters.filter(for: index, isReported: false)
    let labels = FolderLabels(folders: try await index.folders())
    func shown(_ folder: String, _ path: String) -> String { labels.label(of: folder).map { "\($0)/\(path)" } ?? path }
    if let tasks {
      var found = try await LongStep("reading all tasks").run {
        try await index.tasks(where: filter).filter { tasks == .all || $0.task.state.rawValue == tasks.rawValue }
      }
      if reverse { found.reverse() }
      let records = found.prefix(limit ?? .max).map { TaskRecord($0.task, folder: $0.folder, path: $0.path) }
      if form.json {
        try Console.writeJSON(ListOutput(count: found.count, notes: nil, tasks: records))
      } else {
        for task in records { Console.write("\(shown(task.folder, task.path)):\(task.line)  \(task.summary)") }
        finish(found.count, records.count, of: "task")
      }
      if found.isEmpty { throw ExitCode(1) }
      return
    }
    let order = sort ?? .modified
    let entries = try await LongStep("reading what the notes say of themselves").run {
      DescribedNote.sorted(try await index.entries(where: filter), by: order, reversed: reverse)
    }
    if case .key(let key) = order, !entries.isEmpty, !entries.contains(where: { $0.has(key) }) {
      Console.note("rag: none of these notes has the key \(key) in its front matter")
    }
    let records = entries.prefix(limit ?? .max).map { ListedNote($0) }
    if form.json {
      try Console.writeJSON(ListOutput(count: entries.count, notes: records, tasks: nil))
    } else {
      for (entry, note) in zip(entries, records) {
        let changed = "\(Day(of: entry.document.modificationDate))"
        let day = sort == .date || !filters.when.isEmpty ? note.days ?? "          " : changed
        let values = if case .key(let key) = order { note.values(of: key) } else { [] as [String] }
        let tags = note.tags.map { "#\($0)" }.joined(separator: " ")
        let name = shown(note.folder, note.path)
        Console.write(
          "\(Console.dim(day))  \(name)" + (note.ownTitle.map { "  \($0)" } ?? "")
            + (values.isEmpty ? "" : "  \(values.joined(separator: ", "))")
            + (tags.isEmpty ? "" : "  \(Console.dim(tags))")
            + (note.openTasks == 0 ? "" : "  \(Numbers.count(note.openTasks, of: "open task"))")
            + (note.warning.map { "  \(Console.warning($0))" } ?? ""))
      }
      finish(entries.count, records.count, of: "note")
      if filters.typed.isEmpty { try await RefreshOptions.sayWhatIsUnread(in: index) }
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

extension DescribedNote.Order: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

/// The output of `rag list --json`.
private struct ListOutput: Encodable {
  /// How many there are, printed or not.
  var count: Int
  var notes: [ListedNote]?
  var tasks: [TaskRecord]?
}
