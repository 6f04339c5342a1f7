public import ArgumentParser
public import Embedding
import Files
import Foundation
import RAGKit
import VectorStore

/// Which index, and which encoder.
struct IndexOptions: ParsableArguments {
  @Option(
    name: .customLong("index"), help: "The index file. Default: $RAG_INDEX, else $XDG_DATA_HOME/rag/index.sqlite.")
  var indexPath: String?

  @OptionGroup var encoderOptions: EncoderOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  mutating func validate() throws {
    if indexPath == "" { throw ValidationError("The name of the index is empty: name a file, or leave --index out.") }
    // SQLite would keep an index in memory, and it would be gone at the end.
    if path == ":memory:" {
      throw ValidationError(
        "\(path) is not a file, and the index must be one: name a file with --index or RAG_INDEX.")
    }
  }

  /// The index file that the options and the environment name.
  var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let path = indexPath ?? environment["RAG_INDEX"], !path.isEmpty { return path }
    return UserFolders.data + "/rag/index.sqlite"
  }

  /// The encoder that is named, and where no precision is, the one that the index's vectors have.
  func encoderChoice() throws -> EncoderChoice {
    let stored = encoderOptions.precision == nil ? try SearchIndex.space(ofIndexAt: path)?.precision : nil
    return encoderOptions.choice(precision: stored)
  }

  /// Opens the index to be searched, with the encoder where it is wanted and to be had.
  ///
  /// Without an encoder the index searches by keyword alone; a note says so where that was not asked for, and another
  /// names each folder that is not indexed to its end, or says that there are no notes.
  func openForSearching(byKeywordAlone: Bool = false) async throws -> SearchIndex {
    let encoder = byKeywordAlone ? nil : try await encoderIfPresent()
    let index = try await SearchIndex.open(at: path, encoder: encoder, access: .readOnly)
    let unfinished = try await index.unfinishedFolders()
    for folder in unfinished {
      Console.note("rag: \(folder) is only partly indexed: run 'rag index' to finish it")
    }
    if unfinished.isEmpty, try await index.isEmpty() {
      Console.note("rag: \(path) is empty: run 'rag index FOLDER' to add notes")
    }
    return index
  }

  private func encoderIfPresent() async throws -> (any TextEncoder)? {
    do {
      return try await encoderChoice().load()
    } catch let missing as MissingModel where encoderOptions.encoder == nil {
      Console.note("rag: searching by keyword only: \(Remedy.message(for: missing))")
      return nil
    }
  }

  /// Opens the index for reading without an encoder: for what needs no search.
  func openWithoutEncoder() async throws -> SearchIndex {
    try await SearchIndex.open(at: path, access: .readOnly)
  }
}

extension Precision: ExpressibleByArgument {}
