import ArgumentParser
import Foundation
import ModelCatalogue

@main
package enum Program {
  /// Parses, runs and exits with the codes that the help promises.
  ///
  /// ArgumentParser's own `main` would exit with 1 on any error, and 1 says "not in the notes" here.
  static func main() async {
    do {
      try AddressSpace.check(AddressSpace.anyCommand)
    } catch {
      leave(with: report(error))
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let task = Task { try await run(arguments) }
    let interruption = Interruption { task.cancel() }
    do {
      leave(with: try await task.value)
    } catch {
      leave(with: report(error, interrupted: interruption.wasRequested))
    }
  }

  /// Runs a command line to its end in this process, and returns its exit code.
  package static func exitCode(of arguments: [String]) async -> Int32 {
    do {
      return try await run(arguments)
    } catch {
      return report(error)
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
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
    return 0
  }

  /// Says what failed, and returns the exit code for it.
  private static func report(_ error: any Error, interrupted: Bool = false) -> Int32 {
    if interrupted || error is CancellationError {
      Console.note(Interruption.notice)
      return 130
    }
    if let code = error as? ExitCode { return code.rawValue }
    // Help, versions and wrong usage are the parser's own; what it does not know it would call a failure.
    if RAG.exitCode(for: error) != .failure { return say(error) }
    Console.error(Remedy.message(for: error))
    return 2
  }

  /// Prints what the parser says, help on standard output and what is wrong with the command line on standard error,
  /// and returns its exit code.
  private static func say(_ error: any Error, of arguments: [String] = []) -> Int32 {
    var error = error
    // The parser repeats words, which may be names of files: it is asked again with what may be shown of them.
    let shown = arguments.map(\.visibleLine)
    if shown != arguments, case .failure(let same) = MistakenOption.parsed(shown) { error = same }
    let code = RAG.exitCode(for: error)
    let text = RAG.fullMessage(for: error)
    if code.isSuccess { Console.write(text: text) } else { Console.note(text: text) }
    return code.rawValue
  }

  /// Ends the program without the libraries' own endings: a model that still evaluates in another thread would crash in
  /// them. Nothing is lost, since all that is written is written at once, and nothing that fetches a model goes on.
  static func leave(with code: Int32) -> Never {
    ProcessGroup.killAll()
    _exit(code)
  }
}
