import ArgumentParser
import Files
import Foundation
import Indexer
import VectorStore

/// The option that confirms that a whole home folder, or a folder above it, is meant.
struct WideFolderOptions: ParsableArguments {
  @Flag(help: "Take a home folder, or a folder above it, without asking.")
  var yes = false

  /// Asks whether a whole home folder is to be indexed, unless `--yes` says so or the index has it.
  ///
  /// - Parameters:
  ///   - folders: The folders as typed.
  ///   - known: The folders of the index.
  /// - Returns: Whether one of the folders is as wide as that.
  /// - Throws: `CommandError.tooWide` if nobody can be asked; `ExitCode` if the answer is no.
  @discardableResult
  func confirm(_ folders: [String], known: [String]) async throws -> Bool {
    let home = RealPath.resolve(UserFolders.home(in: ProcessInfo.processInfo.environment))
    let wide = folders.map { DocumentFolder($0).path }.filter { folder in
      !known.containsPath(folder) && ([home].containsPath(folder) || RealPath.relative(home, to: folder) != nil)
    }
    guard let first = wide.first, !yes else { return !wide.isEmpty }
    let description = [home].containsPath(first) ? "is your home folder" : "contains your home folder"
    let input = ChatInput(historyPath: nil)
    guard input.canAsk else { throw CommandError.tooWide(first, description: description) }
    Console.note("rag: \(first) \(description): every document in it would be indexed. Continue? [y/N]")
    let reply = try await input.next()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    guard ["y", "yes"].contains(reply) else {
      Console.note("rag: nothing was indexed")
      throw ExitCode(2)
    }
    return true
  }
}
