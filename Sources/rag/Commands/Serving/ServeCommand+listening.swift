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
  func prepare() throws {
    // Files can be written in a folder that is there.
    if install { try PrivateFile.makeFolder(at: SessionService.serve.file.folder) }
    guard !install, !uninstall else { return }
    // Made now if there is none: it is beside nothing that may be written later.
    _ = try ServerToken.read()
    guard !token else { return }
    FrontProcess.prepared.set(try FrontProcess.start())
    if answersCommandLines { CommandLineSocket.prepared.set(CommandLineSocket(servingIndex: options.path)) }
  }

  /// Whether `rag ask` may pass its question on: it is about all notes.
  var answersCommandLines: Bool { !install && !uninstall && scope.typed.isEmpty }

  func server(_ access: NotesAccess) -> NotesServer {
    let (rerankOptions, remote) = (rerankOptions, remote)
    let reranker = LoadedOnce(from: { 0 }) {
      try await rerankOptions.load(precision: try await access.index().encoder?.space.precision, remote)
    }
    return NotesServer(
      ServerServices(
        access, reranker: { try await reranker.value() }, indexing: allowIndexing ? indexing(access) : nil,
        modelName: modelOptions.name, indexPath: options.path, version: RAG.version))
  }

  /// What brings the index up to date for the page, as `rag index` does, in the process that reads the notes: its locks
  /// let it write to the index's folder anyway.
  private func indexing(_ access: NotesAccess) -> Indexing {
    let (options, remote) = (options, remote)
    return Indexing(explain: access.explain) { folder, report in
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

  /// Answers `rag ask` of the same user.
  func answer(_ commandLines: CommandLineSocket?, with server: NotesServer) async {
    guard let commandLines, let settings = CommandLineSettings(options, modelOptions, rerankOptions) else { return }
    await server.answer(commandLinesAt: commandLines.connections(), settings)
  }

  func configuration(token: String) -> FrontConfiguration {
    FrontConfiguration(
      address: socket.map { .unix(path: URL(fileURLWithPath: $0).path) } ?? .tcp(host: host, port: port), token: token,
      hosts: hostName + (host == "127.0.0.1" ? [] : [host]), origins: Self.localOrigins + allowOrigin,
      loginPage: PageFiles.text(of: "login.html"))
  }

  func place(port: Int) -> String { socket ?? "\(host):\(port)" }

  func sayWhere(port: Int, token: String) {
    if let socket { return Console.note("rag: listening on \(socket); 'rag serve --token' prints the token") }
    let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    // A log is no place for a token.
    if isatty(STDOUT_FILENO) == 1 {
      Console.write("\(address)?token=\(token)")
      Console.note("rag: open this address in a browser; Ctrl-C stops")
    } else {
      Console.write(address)
      Console.note("rag: 'rag serve --token' prints the token")
    }
    if configuration(token: token).isOpenToOthers {
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
