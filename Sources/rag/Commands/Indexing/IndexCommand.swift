import ArgumentParser
import Embedding
import Foundation
import Indexer
import PostgresIndex
import VectorStore

struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Indexes folders of notes, or brings the index up to date.",
    discussion: """
      Reads Markdown and other text, PDF, web pages, books, Office files, tables, mail and more. \
      Only files that have changed are read again, and only their new text is encoded. Without a folder, every \
      folder is updated. With another encoder, all notes are encoded again, and the index answers as before until \
      that is done. The files counted at the end are those in the folders: changed, moved, failed or unchanged. \
      Exits with 2 if nothing could be indexed.

        rag index ~/notes
        rag index
        rag index --ocr --code ~/papers
        rag index --queue --index postgres://ann@db.example/notes
        rag index ~/team --as team_a --index postgres://db.example/notes
      """)

  @Argument(help: "Folders of notes.")
  var folders: [String] = []

  @Flag(help: "Encode everything again, or start a new index if this one is damaged.")
  var rebuild = false

  @Flag(help: "Leave the encoding to 'rag worker': queue the notes in the index, which must be in a database.")
  var queue = false
  @OptionGroup var beyond: FolderOptions
  @OptionGroup var wide: WideFolderOptions
  @OptionGroup var ownership: OwnerOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var remote: RemoteOptions

  mutating func validate() throws {
    if folders.contains("") { throw ValidationError("The name of a folder is empty: say which folder to index.") }
    if queue, options.location.path != nil {
      throw ValidationError("--queue needs an index in a database: name it with --index postgres://USER@HOST/DATABASE.")
    }
    if queue, rebuild { throw ValidationError("--queue and --rebuild exclude each other.") }
    try ownership.check(folders, options)
  }

  func run() async throws {
    let (remark, isTyped) = (reach.remarkOnNewIndex, options.encoderOptions.encoder != nil)
    let unfinished = SearchIndex.unfinishedSpace(ofIndexAt: options.path)
    // A damaged index may not say afterwards whose vectors it had.
    let former = rebuild ? try? await options.encoderChoice() : nil
    try await replaceIndex()
    // A mistyped name must neither create an index nor empty one.
    let known = try await options.location.folders()
    for folder in folders.map({ DocumentFolder($0) }) where !known.containsPath(folder.path) { try folder.check() }
    try await wide.confirm(folders, known: known)
    if folders.isEmpty, known.isEmpty { throw CommandError.noFolders(index: options.path) }
    if let complaint = beyond.complaint { Console.note(complaint) }
    Console.progress("loading the encoder")
    let choice = isTyped ? nil : unfinished.map { options.encoderOptions.choice(in: $0) }
    let chosen = if let known = choice ?? former { known } else { try await options.encoderChoice() }
    let encoder = try await chosen.load(remote)

    var reports: [IndexReport]
    if try await options.location.isInAnotherSpace(than: encoder.space) {
      // An encoder that is not found by its name must not be taken for the wish for another, nor can a database change.
      let isAsked = isTyped || options.encoderOptions.precision != nil || unfinished != nil
      if !isAsked || options.location.path == nil, let stored = try await options.location.space() {
        throw SearchIndexError.differentSpace(stored: stored, requested: encoder.space)
      }
      reports = try await changeEncoder(to: encoder, resuming: unfinished)
      if beyond.change != .init() { reports = try await update(with: encoder) }
    } else {
      if let unfinished, !isTyped, !unfinished.isSame(as: encoder.space) {
        Console.note("rag: the change to the encoder \(unfinished.title) is not finished: name it with --encoder")
      } else {
        try SearchIndex.removeSuccessor(ofIndexAt: options.path)
      }
      reports = try await update(with: encoder)
    }
    Console.clearProgress()
    let output = IndexOutput(index: options.path, reports: reports)
    for line in output.complaints + [remark].compactMap(\.self) { Console.note(line) }
    if form.json {
      try Console.writeJSON(output)
    } else if !output.allAreOutOfReach {
      Console.write(output.summary)
      if output.hasQueued { Console.note("rag: to encode them, run \(SuggestedCommand.quoted("worker"))") }
    }
    if output.nothingCouldBeIndexed { throw ExitCode(2) }
  }

  private func update(with encoder: any TextEncoder) async throws -> [IndexReport] {
    Interruption.announce(
      rebuild ? "the same command starts over" : "finished work is kept; run the same command to resume")
    let index = try await options.location.open(encoder: encoder)
    if let writer = index.writer {
      Console.note("rag: process \(writer) is writing to the index; waiting a few seconds for it to finish")
    }
    let bar = ProgressBar()
    do {
      let reports =
        folders.isEmpty
        ? try await index.update(settings: beyond.change, rebuild: rebuild, queues: queue) { bar.show($0) }
        : try await index.update(
          fromAll: folders, as: ownership.owner, settings: beyond.change, rebuild: rebuild, queues: queue
        ) { bar.show($0) }
      try await index.close()
      return reports
    } catch {
      try? await index.close()
      throw error
    }
  }
}
