import LanguageModels
import Synchronization
import TestSupport
import rag

/// `rag` in this process, with a scripted model in place of a real one.
struct ScriptedProgram {
  let model: ScriptedLanguageModel
  /// What is typed, line by line.
  var lines: [String] = []
  /// The width of the terminal; `nil` prints as into a pipe.
  var columns: Int?
  /// Where conversations are saved.
  let dataFolder: String

  /// Runs a command line. The output holds what is typed, too, behind a prompt, and standard error behind `2> `.
  func run(_ arguments: [String]) async -> BuiltProgram.Result {
    let (shown, errors) = (Recorded<String>(), Recorded<String>())
    var surroundings = Surroundings()
    surroundings.output = Screen(columns: columns) { shown.append($0) }
    surroundings.errors = Screen { text in
      errors.append(text)
      shown.append(PrintedCommands.marked(text))
    }
    let waiting = Mutex(lines[...])
    surroundings.nextLine = {
      let line = waiting.withLock { $0.popFirst() }
      if let line { shown.append("> \(line)\n") }
      return line
    }
    surroundings.model = model
    surroundings.dataFolder = dataFolder
    let status = await Surroundings.$current.withValue(surroundings) { await rag.Program.exitCode(of: arguments) }
    return BuiltProgram.Result(status: status, output: shown.all.joined(), errors: errors.all.joined())
  }
}
