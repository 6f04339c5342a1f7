import Embedding
import Files
import Foundation
import FrontWire
import Indexer
import NotesMCP
import NotesServer
import PostgresIndex
import VectorStore

extension ServeCommand {
  static let usualPort = 8377
  static let usualHost = "127.0.0.1"

  /// Pages of these origins are programs on this machine: Obsidian's.
  static let localOrigins = ["app://obsidian.md"]

  func prepare() throws {
    // Files can be written in a folder that is there.
    if install { try PrivateFile.makeFolder(at: SessionService.serve.file.folder) }
    guard !install, !uninstall else { return }
    // Made now if there is none: it is beside nothing that may be written later.
    _ = try ServerToken.read()
    guard !token else { return }
    if link { return RunningServer.prepared.set(RunningServer(ofIndex: options.path)) }
    FrontProcess.prepared.set(try FrontProcess.start())
    if answersCommandLines { CommandLineSocket.prepared.set(CommandLineSocket(servingIndex: options.path)) }
  }

  /// Whether `rag ask` may pass its question on: it is about all notes.
  var answersCommandLines: Bool { !install && !uninstall && !link && scope.typed.isEmpty }

  /// - Parameter link: Makes a link that opens the page.
  func server(_ access: NotesAccess, link: @escaping @Sendable () -> String?) -> NotesServer {
    let (rerankOptions, remote) = (rerankOptions, remote)
    let reranker = LoadedOnce(from: { 0 }) {
      try await rerankOptions.load(precision: try await access.index().encoder?.space.precision, remote)
    }
    return NotesServer(
      ServerServices(
        access, reranker: { try await reranker.value() }, indexing: allowIndexing ? indexing(access) : nil,
        modelName: modelOptions.name, indexPath: options.path, version: RAG.version, link: link))
  }

  /// What brings the index up to date for the page, as `rag index` does, in the process that reads the notes: its locks
  /// let it write to the index's folder anyway.
  private func indexing(_ access: NotesAccess) -> Indexing {
    let (options, remote) = (options, remote)
    let doubt: Indexing.Doubt = { folder in
      let known = (try? await access.index().folders()) ?? []
      return WideFolder(folder, known: known).map { "\($0.path) \($0.description)" }
    }
    return Indexing(explain: access.explain, doubt: doubt) { folder, report in
      if let unfinished = SearchIndex.unfinishedSpace(ofIndexAt: options.path) {
        throw CommandError.badInput(
          "the change to the encoder \(unfinished.title) is not finished: run \(SuggestedCommand.quoted("index")) in a terminal"
        )
      }
      let known = try? await access.index().encoder
      let encoder = if let known { known } else { try await options.encoderChoice().load(remote) }
      let index = try await options.location.open(encoder: encoder)
      let reports: [IndexReport]
      do {
        reports =
          if let folder { try await index.update(fromAll: [folder], onProgress: report) } else {
            try await index.update(onProgress: report)
          }
      } catch {
        try? await index.close()
        throw error
      }
      try await index.close()
      return reports
    }
  }

  /// Prints a link that opens the page of the running server.
  func printLink() async throws {
    guard let server = RunningServer.prepared.take() else {
      throw CommandError.server("no 'rag serve' of all notes of \(options.path) runs: start it, or name its --index")
    }
    Console.write(try await server.link())
  }

  /// Answers `rag ask` of the same user.
  func answer(_ commandLines: CommandLineSocket?, with server: NotesServer) async {
    guard let commandLines, let settings = CommandLineSettings(options, modelOptions, rerankOptions) else { return }
    await server.answer(commandLinesAt: commandLines.connections(), settings)
  }

  func configuration(token: String) -> FrontConfiguration {
    FrontConfiguration(
      address: socket.map { .unix(path: URL(fileURLWithPath: $0).path) } ?? .tcp(host: host, port: port), token: token,
      hosts: hostName + (host == "127.0.0.1" ? [] : [host]), origins: Self.localOrigins + allowOrigin,
      page: PageFiles.parts)
  }

  func place(port: Int) -> String { socket ?? "\(host):\(port)" }

  /// The address of the page.
  private func address(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/" }

  /// Returns what makes a link that opens the page, once; `nil` if there is no address.
  func linking(to port: Int, through front: FrameSocket) -> @Sendable () -> String? {
    let address = socket == nil ? address(port: port) : nil
    return {
      guard let address else { return nil }
      let code = Secret.make()
      front.send(Frame(.code, Array(code.utf8)))
      return address + PageAddress.fragment(of: code)
    }
  }

  func sayWhere(port: Int, isOpenToOthers: Bool, link: () -> String?) {
    if let socket { return Console.note("rag: listening on \(socket); 'rag serve --token' prints the token") }
    // A log is no place for a link.
    if isatty(STDOUT_FILENO) == 1, let link = link() {
      Console.write(link)
      Console.note("rag: open this address in a browser, within ten minutes; Ctrl-C stops")
    } else {
      Console.write(address(port: port))
      Console.note("rag: 'rag serve --link' prints a link for a browser, 'rag serve --token' the token for programs")
    }
    if isOpenToOthers {
      Console.note("rag: \(host) may be reached by other machines, and what is sent is not encrypted")
    }
  }

  /// Loads the index and the model, so that the first question does not wait for them, and says what is missing.
  func warmUp(_ access: NotesAccess) async {
    async let model: Void = explainingFailure { _ = try await access.model() }
    await explainingFailure {
      do {
        _ = try await access.index()
      } catch SearchIndexError.missing where options.location.path != nil {
        // Said before.
      }
    }
    await model
  }

  private func explainingFailure(_ load: () async throws -> Void) async {
    do { try await load() } catch { Console.error(Remedy.message(for: error)) }
  }
}
