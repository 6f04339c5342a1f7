import FrontWire
import LanguageModels
import NotesMCP
import Retriever

extension NotesServer {
  /// Answers command lines, each on a connection of its own, until there are no more.
  package func answer(commandLinesAt connections: AsyncStream<Int32>, _ settings: CommandLineSettings) async {
    await withDiscardingTaskGroup { group in
      for await connection in connections {
        group.addTask { await self.answer(commandLineAt: FrameSocket(connection), settings) }
      }
    }
  }

  /// Answers the question of a command line of the same user, which is connected to this process.
  ///
  /// The server sends `configuration`, its `CommandLineSettings`. The command line sends one `request`, a
  /// `CommandLineQuestion`, and gets a `head`, the `AnswerBeginning`, a `body` for each snapshot, and `end`, or at any
  /// point `failure` with a text. If it hangs up, the answer is not finished. For a `code` it gets a `code` with a link
  /// that opens the page, or a `failure`.
  private func answer(commandLineAt socket: FrameSocket, _ settings: CommandLineSettings) async {
    defer { socket.close() }
    guard let greeting = try? Frame(.configuration, json: settings) else { return }
    socket.send(greeting)
    var answering: Task<Void, Never>?
    for await frame in socket.frames() {
      if frame.kind == .code {
        let link = services.link()
        socket.send(link.map { Frame(.code, [UInt8]($0.utf8)) } ?? Frame(.failure, [UInt8]("it has no address".utf8)))
      }
      guard frame.kind == .request, answering == nil else { continue }
      guard let (question, _) = try? frame.value(CommandLineQuestion.self) else { continue }
      answering = Task { await self.answer(question, through: socket) }
    }
    answering?.cancel()
    await answering?.value
  }

  private func answer(_ question: CommandLineQuestion, through socket: FrameSocket) async {
    do {
      try await services.queue.place().use {
        let index = try await services.notes.index()
        var options = question.options
        options.reranker = try await services.reranker()
        let model = try await services.notes.model()
        let answer = try await index.answer(to: question.question, using: model, options: options)
        var last: Answer.Snapshot?
        socket.send(try Frame(.head, json: AnswerBeginning(of: answer, by: model.name)))
        for try await snapshot in answer {
          socket.send(try Frame(.body, json: snapshot))
          last = snapshot
        }
        services.metrics.count(
          outcome: (last?.outcome ?? answer.outcome).name, promptTokens: last?.usage?.promptTokens ?? 0,
          replyTokens: last?.usage?.replyTokens ?? 0)
      }
      socket.send(Frame(.end))
    } catch {
      socket.send(Frame(.failure, [UInt8](services.notes.explain(error).utf8)))
    }
  }
}
