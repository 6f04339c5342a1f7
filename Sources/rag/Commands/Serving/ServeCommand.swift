import ArgumentParser
import Foundation
import FrontWire
import NotesMCP
import NotesServer

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the notes to browsers, chat programs, agents and scripts on this machine.",
    discussion: """
      Keeps the index and the models loaded. Prints an address for the browser; other programs need the token:

        rag serve
        curl -H "Authorization: Bearer $(rag serve --token)" \\
          'http://127.0.0.1:8377/search?q=stopcock'

      /                     a page to ask, search and read
      /ask, /search         as 'rag ask --json' and 'rag search --json'
      /v1                   as OpenAI's: chat/completions, responses,
                            embeddings, rerank, models; the model "notes"
                            answers from the notes
      /mcp                  the Model Context Protocol
      /openapi.json         a description of all that there is

      With --in or --tag, other notes do not exist for its clients.

      Only this machine can connect, unless --host says otherwise. The process that listens cannot read your files, and \
      the one that reads the notes has no network.
      """)

  @Option(parsing: .unconditional, help: "The port to listen on; 0 for any that is free.")
  var port = Self.usualPort

  @Option(help: "The address to listen on. Unless it is this machine's own, anybody with the token can connect.")
  var host = Self.usualHost

  @Option(help: "Listen on a Unix socket of this name, which only you can open.", completion: .file())
  var socket: String?

  @Option(help: "Let web pages from this origin send requests, such as https://chat.example.org. Can be repeated.")
  var allowOrigin: [String] = []

  @Option(help: "Answer under this name too, such as notes.local. Can be repeated.")
  var hostName: [String] = []

  @Flag(help: "Let the server's own page update the index and add folders to it.")
  var allowIndexing = false

  @Flag(help: "Print the token that clients need, and end.")
  var token = false

  @Flag(help: "Print a link that opens the page of the server of this index, once and within ten minutes, and end.")
  var link = false

  @Flag(help: "Write a systemd unit that starts the server with your session and these options, and end.")
  var install = false

  @Flag(help: "Remove that unit, and end.")
  var uninstall = false

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var remote: RemoteOptions

  mutating func validate() throws {
    guard 0...65535 ~= port else { throw ValidationError("--port must be from 0 to 65535.") }
    guard [token, link, install, uninstall].count(where: \.self) <= 1 else {
      throw ValidationError("--token, --link, --install and --uninstall exclude each other.")
    }
    if allowIndexing, !scope.typed.isEmpty {
      throw ValidationError("--allow-indexing reads all folders of the index: leave out \(scope.typed[0]).")
    }
  }

  func run() async throws {
    // Nobody waits at this terminal.
    WaitingLine.shared.pause()
    if install { return try await installUnit() }
    if uninstall { return try SessionService.serve.uninstall() }
    let secret = try ServerToken.read()
    if token { return Console.write(secret) }
    if link { return try await printLink() }
    let front = FrameSocket(try (FrontProcess.prepared.take() ?? .start()).descriptor)
    let configuration = configuration(token: secret)
    front.send(try Frame(.configuration, json: configuration))
    let frames = front.frames()
    // The first frame says whether it listens.
    let first = await frames.first { $0.kind == .ready || $0.kind == .failure }
    guard let first, first.kind == .ready else {
      let reason = first.map { String(decoding: $0.payload, as: UTF8.self) } ?? "rag-serve ended"
      throw CommandError.cannotListen(at: place(port: port), reason: reason)
    }
    let access = try await NotesAccess(options, modelOptions, scope, remote)
    let port = Int(String(decoding: first.payload, as: UTF8.self)) ?? port
    let newLink = linking(to: port, through: front)
    sayWhere(port: port, isOpenToOthers: configuration.isOpenToOthers, link: newLink)
    Task { await warmUp(access) }
    let isStopping = Stopping()
    let server = server(access, link: newLink)
    let commandLines = CommandLineSocket.prepared.take()
    async let answered: Void = answer(commandLines, with: server)
    Interruption.divert {
      if isStopping.begin() {
        Console.note("rag: stopping after the current questions; Ctrl-C again stops at once")
        front.send(Frame(.stop))
        server.stop()
        commandLines?.stopListening()
      } else {
        Program.leave(with: 130)
      }
    }
    await server.run(through: front, frames)
    if !isStopping.hasBegun { throw CommandError.frontEnded }
    await answered
    Program.leave(with: 0)
  }
}
