import ArgumentParser
import Foundation
import ModelCatalogue

@main
enum Program {
  /// Parses, runs and exits with the codes that the help promises.
  ///
  /// ArgumentParser's own `main` would exit with 1 on any error, and 1 says "not in the notes" here.
  static func main() async {
    do {
      try AddressSpace.check(AddressSpace.anyCommand)
    } catch {
      leave(with: error, interrupted: false)
    }
    let task = Task { try await run() }
    let interruption = Interruption { task.cancel() }
    do {
      try await task.value
      leave(with: 0)
    } catch {
      leave(with: error, interrupted: interruption.wasRequested)
    }
  }

  private static func run() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let parsed = MistakenOption.parsed(arguments)
    if !MistakenOption.isUnderstood(parsed),
      let mistake = MistakenCommand(in: arguments)?.message ?? MistakenOption(in: arguments)?.message
    {
      Console.note("Error: \(mistake)")
      leave(with: ExitCode.validationFailure.rawValue)
    }
    let command: any ParsableCommand
    do {
      command = try parsed.get()
    } catch {
      leave(saying: error, of: arguments)
    }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
  }

  private static func leave(with error: any Error, interrupted: Bool) -> Never {
    if interrupted || error is CancellationError {
      Console.note(Interruption.notice)
      leave(with: 130)
    }
    if let code = error as? ExitCode { leave(with: code.rawValue) }
    // Help, versions and wrong usage are the parser's own; what it does not know it would call a failure.
    if RAG.exitCode(for: error) != .failure { leave(saying: error) }
    Console.error(Remedy.message(for: error))
    leave(with: 2)
  }

  /// Ends with what the parser says: help on standard output, what is wrong with the command line on standard error.
  private static func leave(saying error: any Error, of arguments: [String] = []) -> Never {
    var error = error
    // The parser repeats words, which may be names of files: it is asked again with what may be shown of them.
    let shown = arguments.map(\.visibleLine)
    if shown != arguments, case .failure(let same) = MistakenOption.parsed(shown) { error = same }
    let code = RAG.exitCode(for: error)
    let text = RAG.fullMessage(for: error)
    if code.isSuccess { Console.write(text: text) } else { Console.note(text: text) }
    leave(with: code.rawValue)
  }

  /// Ends the program without the libraries' own endings: a model that still evaluates in another thread would crash in
  /// them. Nothing is lost, since all that is written is written at once, and nothing that fetches a model goes on.
  static func leave(with code: Int32) -> Never {
    ProcessGroup.killAll()
    _exit(code)
  }
}
