import ArgumentParser
import Foundation

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
    let wide = folders.compactMap { WideFolder($0, known: known) }
    guard let first = wide.first, !yes else { return !wide.isEmpty }
    let input = ChatInput(historyPath: nil)
    guard input.canAsk else { throw CommandError.tooWide(first.path, description: first.description) }
    Console.note("rag: \(first.path) \(first.description): every document in it would be indexed. Continue? [y/N]")
    let reply = try await input.next()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    guard ["y", "yes"].contains(reply) else {
      Console.note("rag: nothing was indexed")
      throw ExitCode(2)
    }
    return true
  }
}
