import ArgumentParser
import Foundation
import NotesMCP

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serves the notes to an agent over the Model Context Protocol, on standard input and output.",
    discussion: """
      Agents start this themselves; each has its own place for such a line:

        {"mcpServers": {"notes": {"command": "rag", "args": ["mcp"]}}}

      The agent can search, read, list and ask, and change nothing. Each result keeps to a budget of tokens, 2,000 by \
      default. The model is loaded when the agent first asks a question. What the agent reads, it may send to its own \
      model. With --in or --tag, other notes do not exist for it.
      """)

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions

  func run() async throws {
    let access = try await NotesAccess(options, modelOptions, scope, remote)
    if isatty(STDIN_FILENO) == 1 {
      Console.note("rag: waiting for an agent's messages, one JSON object per line; Ctrl-C ends it")
    }
    // A server that is stopped has nothing to finish.
    Interruption.divert(to: { Program.leave(with: 0) })
    await MCPServer(access, version: RAG.version).run()
  }
}
