import ArgumentParser
import Foundation
import PostgresIndex
import VectorStore

struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies an index from a file to a database, or back.",
    discussion: """
      Both may also be files, or both databases. Everything is copied, vectors included, so nothing is encoded again, \
      and no encoder is needed. What the other index already has is not sent again: the same command resumes a copy \
      that was interrupted, and brings an older copy up to date. Notes that the first index no longer has are removed \
      from the other. At the end both are compared.

        rag copy --to postgres://ann@db.example/notes
        rag copy --from postgres://ann@db.example/notes --to notes.sqlite
      """)

  @Option(
    name: .customLong("from"),
    help: """
      The index to copy: a file, or postgres://USER@HOST/DATABASE. Default: $RAG_INDEX, else \
      $XDG_DATA_HOME/rag/index/index.sqlite.
      """)
  var source: String?

  @Option(name: .customLong("to"), help: "The index that becomes equal to it; made if there is none.")
  var target: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      """
      In PostgreSQL: the role whose members alone see what is copied, or 'public' for everybody. Default: folders keep \
      their owners.
      """, valueName: "role"))
  var role: String?

  @Flag(help: "Remove folders that only the other index has.")
  var removeFolders = false

  @Flag(help: "Print JSON instead of text.")
  var json = false

  mutating func validate() throws {
    for (option, name) in [("--from", sourceName), ("--to", target)] {
      if name.isEmpty { throw ValidationError("The name of an index is empty: give \(option) a file or an address.") }
      if name == ":memory:" { throw ValidationError("\(name) is not a file, and the index must be one.") }
      do {
        _ = try IndexLocation(name)
      } catch {
        throw ValidationError(error.localizedDescription)
      }
    }
    if role?.isEmpty == true { throw ValidationError("The name of the role is empty: name one with --as.") }
    if role != nil, try IndexLocation(target).path != nil {
      throw ValidationError("--as needs a database: a file has no roles. Name one with --to.")
    }
    if try IndexLocation(sourceName).isSame(as: IndexLocation(target)) {
      throw ValidationError("\(try IndexLocation(target).name) cannot be copied to itself: name another with --to.")
    }
  }

  /// The index to copy, as the user wrote it.
  var sourceName: String { source ?? IndexOptions.pathWithoutOption }

  func run() async throws {
    let (from, to) = (try IndexLocation(sourceName), try IndexLocation(target))
    Interruption.announce("what is copied is kept; run the same command to resume")
    let start = ContinuousClock.now
    let source = try await open(from, .readOnly)
    let copy = IndexCopy(of: source)
    let target = try await open(to, .readWrite)
    let bar = CopyProgress()
    do {
      let report = try await copy.run(
        into: target, as: role.map { FolderOwner(named: $0) }, removingFolders: removeFolders,
        waitingFor: .seconds(5), onProgress: bar.show)
      let reader = try await source.role()
      try await target.close()
      try await source.close()
      // Left by a change of the encoder that did not end, of what the index had before.
      if let path = to.path { try SearchIndex.removeSuccessor(ofIndexAt: path) }
      Console.clearProgress()
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let record = CopyRecord(from: from.name, to: to.name, report, as: reader, seconds: seconds)
      if json { try Console.writeJSON(record) } else { Console.write(record.summary) }
      if let warning = record.warning { Console.note("rag: \(warning)") }
    } catch {
      try? await target.close()
      throw error
    }
  }

  /// Opens an index without an encoder.
  private func open(_ location: IndexLocation, _ access: SearchIndex.Access) async throws -> SearchIndex {
    do {
      return try await location.open(access: access)
    } catch let error as SearchIndexError {
      // What helps other commands does not help here.
      switch error {
      case .notAnIndex(let path):
        throw CommandError.badInput("\(path) is not an index created by rag: name another with --from or --to")
      case .missing(let path): throw CommandError.badInput("there is no index at \(path): name another with --from")
      default: throw error
      }
    }
  }
}
