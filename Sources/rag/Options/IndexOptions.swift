public import ArgumentParser
public import Embedding
import Files
import Foundation
import PostgresIndex
import RAGKit
import VectorStore

/// Options that choose the index and the encoder.
struct IndexOptions: ParsableArguments {
  @Option(
    name: .customLong("index"),
    help: """
      The index: a file, or postgres://USER@HOST/DATABASE. Default: $RAG_INDEX, else \
      $XDG_DATA_HOME/rag/index/index.sqlite.
      """)
  var indexPath: String?

  @OptionGroup var encoderOptions: EncoderOptions

  mutating func validate() throws {
    if indexPath == "" { throw ValidationError("The name of the index is empty: name a file, or omit --index.") }
    do {
      _ = try IndexLocation(typed)
    } catch {
      throw ValidationError(error.localizedDescription)
    }
    // SQLite would keep the index in memory and lose it on exit.
    if path == ":memory:" {
      throw ValidationError(
        "\(path) is not a file, and the index must be one: name a file with --index or RAG_INDEX.")
    }
  }

  /// The index file, or the address of its database without a password.
  var path: String { location.name }

  /// Where the index is: `--index`, else `RAG_INDEX`, else the default.
  var location: IndexLocation { (try? IndexLocation(typed)) ?? .file(typed) }

  private var typed: String {
    if let indexPath, !indexPath.isEmpty { return indexPath }
    return Self.pathWithoutOption
  }

  /// The index that is used without the option, as the user wrote it.
  static var pathWithoutOption: String {
    let path = ProcessInfo.processInfo.environment["RAG_INDEX", default: ""]
    return path.isEmpty ? usualPath : path
  }

  private static var usualPath: String { UserFolders.data + "/rag/index/index.sqlite" }

  /// Whether the index is the one that is used unless another is named.
  var isUsualIndex: Bool { path == Self.usualPath }

  /// Returns the chosen encoder: that of the index's vectors unless the options name another.
  func encoderChoice() async throws -> EncoderChoice {
    let isTyped = encoderOptions.encoder != nil && encoderOptions.precision != nil
    return encoderOptions.choice(in: isTyped ? nil : try await location.space())
  }

  /// Throws if the index is a file that is not there, before a model is loaded.
  func requireFile() throws {
    guard case .file(let path) = location, !FileManager.default.fileExists(atPath: path) else { return }
    throw SearchIndexError.missing(path)
  }

  /// Opens the index for searching, with the encoder if it is wanted and installed.
  ///
  /// Without an encoder, search is by keyword alone. Lines on standard error say so unless `byKeywordAlone` is set, and
  /// name each folder that is only partly indexed, or say that the index is empty.
  ///
  /// - Parameter scope: The documents that it has; `nil` for all.
  func openForSearching(
    byKeywordAlone: Bool = false, scope: SearchFilter? = nil, _ remote: RemoteOptions
  ) async throws -> SearchIndex {
    let encoder = byKeywordAlone ? nil : try await encoderIfPresent(remote)
    let index = try await location.open(encoder: encoder, access: .readOnly, scope: scope)
    let unfinished = try await index.unfinishedFolders()
    for folder in unfinished {
      let queued = try await index.queuedFiles(in: folder).count { !$0.hasFailed }
      if queued > 0 {
        let notes = Numbers.count(queued, of: "note")
        Console.note("rag: \(notes) of \(folder) wait in the queue: run \(SuggestedCommand.quoted("worker"))")
      } else {
        Console.note("rag: \(folder) is only partly indexed: run \(SuggestedCommand.quoted("index")) to finish it")
      }
    }
    if scope == nil, unfinished.isEmpty, try await index.isEmpty() {
      Console.note("rag: \(path) is empty: run \(SuggestedCommand.quoted("index", "FOLDER")) to add notes")
    }
    return index
  }

  private func encoderIfPresent(_ remote: RemoteOptions) async throws -> (any TextEncoder)? {
    do {
      return try await encoderChoice().load(remote)
    } catch let missing as MissingModel where encoderOptions.encoder == nil {
      Console.note("rag: searching by keyword only: \(Remedy.message(for: missing))")
      return nil
    }
  }

  /// Opens the index read-only without an encoder, for commands that do not search.
  func openWithoutEncoder() async throws -> SearchIndex {
    try await location.open(access: .readOnly)
  }
}

extension Precision: ExpressibleByArgument {}
extension TextRole: ExpressibleByArgument {}
