import ArgumentParser
import Foundation
import Indexer
import VectorStore

struct LinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Shows the links between notes, and those that lead nowhere.",
    discussion: """
      Links are followed as Obsidian does. A link is broken if no file, or no heading or block in the note, has its \
      name. With a note, shows the links in it and those that lead to it. Exits with 1 if there are none.

        rag links --broken
        rag links "Heat pump"
      """)

  @Argument(help: "A note, by path, name, title or alias.")
  var note: String?

  @Flag(help: "Show only the links that lead nowhere.")
  var broken = false

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm

  func run() async throws {
    let index = try await options.openWithoutEncoder()
    try await RefreshOptions.sayWhatWaits(in: index)
    let all = try await LongStep("reading the links of all notes").run {
      try await index.resolvedLinks { FolderFiles.paths(in: $0) }
    }
    var found = all
    if let note {
      let document = try await index.note(called: note)
      found = found.filter { link in
        link.folder == document.folder && (link.path == document.path || link.destination == .note(document.path))
      }
    }
    if broken { found = found.filter(\.isBroken) }
    if form.json {
      try Console.writeJSON(
        LinksOutput(
          count: found.count, toNotes: found.count { if case .note = $0.destination { true } else { false } },
          toFiles: found.count { if case .file = $0.destination { true } else { false } },
          broken: found.count(where: \.isBroken), links: found.map { LinkRecord($0) }))
    } else {
      let labels = FolderLabels(folders: try await index.folders())
      let missing = found.filter { $0.destination == .missing && $0.link.kind == .wiki }.map(\.link.target)
      let titled = Dictionary(grouping: try await index.documents(called: Set(missing.map { NoteName.folded($0) }))) {
        NoteName.lowercased($0.written)
      }
      for link in found {
        try Task.checkCancellation()
        let name = labels.label(of: link.folder).map { "\($0)/\(link.path)" } ?? link.path
        Console.write(
          "\(name):\(link.link.line)  \(LinkRecord.written(link.link))  \(LinkRecord.end(of: link, titled: titled))")
      }
      Console.note(
        broken
          ? Numbers.count(found.count, of: "broken link")
          : "\(Numbers.count(found.count, of: "link")), \(Numbers.count(found.count(where: \.isBroken))) broken")
    }
    if found.isEmpty { throw ExitCode(1) }
  }
}

/// The output of `rag links --json`.
private struct LinksOutput: Encodable {
  var count: Int
  /// How many lead to notes, and to other files.
  var toNotes: Int
  var toFiles: Int
  var broken: Int
  var links: [LinkRecord]
}
