import ArgumentParser
import Foundation
import ModelCatalogue

/// The command line: `rag index ./notes`, `rag ask "…"`.
struct RAG: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "rag",
    abstract: "Answers questions from your own notes, on your own machine.",
    discussion: """
      Index a folder once, then ask:

        rag index ~/notes
        rag ask "Where is the main stopcock for the water?"

      Every answer cites the lines it is based on. If the notes contain no answer, rag says so and exits with 1.
      Completions for bash, zsh and fish: rag --generate-completion-script bash

      Exit codes: 0 answered, unsure or found, 1 not in the notes or nothing found, 2 failed, 64 wrong usage, \
      130 interrupted.
      """,
    version: version,
    subcommands: [
      IndexCommand.self, WatchCommand.self, WorkerCommand.self, AskCommand.self, ChatCommand.self,
      SummarizeCommand.self,
      SearchCommand.self, ListCommand.self, ShowCommand.self, LinksCommand.self,
      VerifyCommand.self, ServeCommand.self, MCPCommand.self, StatusCommand.self,
      CopyCommand.self, ForgetCommand.self, ModelsCommand.self, EvalCommand.self, EncodeCommand.self,
      DoctorCommand.self,
    ])
}
