import ArgumentParser
import Foundation
import Indexer
import VectorStore

struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows what the index knows of a note: outline, links, backlinks, tags, dates, tasks.",
    discussion: """
        rag show heating
        rag show "Heat pump" --json
      """)

  @Argument(help: "The note, by path, name, title or alias. If several have it, they are named.")
  var note: String

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm

  mutating func validate() throws {
    if note.allSatisfy(\.isWhitespace) {
      throw ValidationError("The name of the note is empty: 'rag list' shows the notes.")
    }
  }

  func run() async throws {
    let index = try await options.openWithoutEncoder()
    try await RefreshOptions.sayWhatWaits(in: index)
    let document = try await index.note(called: note)
    guard let shape = try await index.shape(ofDocument: document.path, in: document.folder) else { throw ExitCode(1) }
    let links = try await LongStep("reading the links of all notes").run {
      try await index.resolvedLinks { FolderFiles.paths(in: $0) }.filter { $0.folder == document.folder }
    }
    let chunks = try await index.chunks(ofDocument: document.path, in: document.folder)
    let shown = ShownNote(
      DescribedNote(document: document, shape: shape), chunks, links: links.filter { $0.path == document.path },
      backlinks: links.filter { $0.destination == .note(document.path) && $0.path != document.path })
    if form.json { try Console.writeJSON(shown) } else { shown.write() }
  }
}
