import ArgumentParser
import Embedding
import Foundation
import LanguageModels
import Postgres

@main
package enum Program {
  /// Parses, runs and exits with the codes that the help lists.
  ///
  /// ArgumentParser's own `main` would exit with 1 on any error, but here 1 means "not in the notes".
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try AddressSpace.check(AddressSpace.anyCommand)
      // Before there are other threads, and before a note is read. An async call before it would change the thread.
      if case .success(let command as any ConfinedCommand) = MistakenOption.parsed(arguments) {
        try command.prepare()
        BLASKernel.endThreads()
        try command.reach.enter()
      }
    } catch {
      leave(with: report(error, of: arguments))
    }
    let index = SuggestedCommand.index(in: arguments)
    let task = Task { try await SuggestedCommand.$index.withValue(index) { try await run(arguments) } }
    let interruption = Interruption { task.cancel() }
    do {
      leave(with: try await task.value)
    } catch {
      leave(with: report(error, of: arguments, interrupted: interruption.wasRequested))
    }
  }

  /// Runs a command line in this process and returns its exit code.
  package static func exitCode(of arguments: [String]) async -> Int32 {
    do {
      let index = SuggestedCommand.index(in: arguments)
      return try await SuggestedCommand.$index.withValue(index) { try await run(arguments) }
    } catch {
      return report(error, of: arguments)
    }
  }

  private static func run(_ arguments: [String]) async throws -> Int32 {
    let parsed = MistakenOption.parsed(arguments)
    if !MistakenOption.isUnderstood(parsed),
      let mistake = MistakenCommand(in: arguments)?.message ?? MistakenOption(in: arguments)?.message
    {
      Console.note("Error: \(mistake)")
      return ExitCode.validationFailure.rawValue
    }
    let command: any ParsableCommand
    do {
      command = try parsed.get()
    } catch {
      return say(error, of: arguments)
    }
    ConnectionWaiting.shared.tell { Console.note("rag: waiting for a connection: \($0.message)") }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
    return 0
  }

  /// Prints an error of a command line and returns its exit code.
  private static func report(_ error: any Error, of arguments: [String], interrupted: Bool = false) -> Int32 {
    SuggestedCommand.$index.withValue(SuggestedCommand.index(in: arguments)) {
      report(error, interrupted: interrupted)
    }
  }

  private static func report(_ error: any Error, interrupted: Bool) -> Int32 {
    if interrupted || error is CancellationError {
      Console.note(Interruption.notice)
      return 130
    }
    if let code = error as? ExitCode { return code.rawValue }
    // The parser knows its own help, version and usage errors; to it, any other error is a failure.
    if RAG.exitCode(for: error) != .failure { return say(error) }
    Console.error(Remedy.message(for: error))
    return 2
  }

  /// Prints the parser's message, help to standard output, errors to standard error, and returns its exit code.
  private static func say(_ error: any Error, of arguments: [String] = []) -> Int32 {
    var error = error
    // The parser repeats arguments, which may be file names: parse again with what may be printed of them.
    let shown = arguments.map(\.visibleLine)
    if shown != arguments, case .failure(let same) = MistakenOption.parsed(shown) { error = same }
    let code = RAG.exitCode(for: error)
    let text = RAG.fullMessage(for: error)
    if code.isSuccess { Console.write(text: text) } else { Console.note(text: text) }
    return code.rawValue
  }

  /// Exits without running the libraries' destructors, in which a model that still evaluates on another thread would
  /// crash. Nothing is lost: writes are not buffered.
  static func leave(with code: Int32) -> Never { _exit(code) }
}
