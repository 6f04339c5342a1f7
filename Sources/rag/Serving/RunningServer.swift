import Foundation
import FrontWire
import NotesServer
import Retriever

/// A `rag serve` of the same user that has the same index and model loaded, to which `rag ask` passes on its question.
struct RunningServer: Sendable {
  private let socket: FrameSocket

  /// How long a server may take to say what it has, in seconds. One that is stopped says nothing.
  private static let longestGreeting = 0.3

  /// The server that was found before this process was locked in.
  static let prepared = Prepared<RunningServer>()

  /// Connects to the server, if one with these settings runs.
  init?(of settings: CommandLineSettings) {
    self.init(ofIndex: settings.index) { $0 == settings }
  }

  /// Connects to the server of an index, if one runs with the right settings.
  init?(ofIndex index: String, where isRight: (CommandLineSettings) -> Bool = { _ in true }) {
    guard let connection = CommandLineSocket(connectingToServerOf: index) else { return nil }
    socket = FrameSocket(connection.descriptor)
    socket.limitWaiting(to: Self.longestGreeting)
    guard let frame = socket.next(), frame.kind == .configuration,
      let settings = try? frame.value(CommandLineSettings.self).value, isRight(settings)
    else {
      socket.close()
      return nil
    }
    socket.limitWaiting(to: nil)
  }

  /// Asks the server.
  ///
  /// - Returns: The answer and the name of the model; `nil` if the server ended before its beginning.
  /// - Throws: `CommandError.server` with what it says, or if it ends during the answer.
  func answer(to question: String, _ options: AnswerOptions) async throws -> (Answer, model: String)? {
    socket.send(try Frame(.request, json: CommandLineQuestion(question, options)))
    let frames = socket.frames()
    guard let head = await Self.next(of: frames) else { return nil }
    let beginning = try Self.value(AnswerBeginning.self, in: head)
    let snapshots = AsyncThrowingStream {
      guard let frame = await Self.next(of: frames) else {
        throw CommandError.server("'rag serve' ended during the answer: ask again")
      }
      return frame.kind == .end ? nil : try Self.value(Answer.Snapshot.self, in: frame)
    }
    return (Answer(beginning, snapshots: snapshots), beginning.model)
  }

  /// Returns a link that opens the server's page, once.
  ///
  /// - Throws: `CommandError.server` if it has none.
  func link() async throws -> String {
    socket.send(Frame(.code))
    guard let frame = await Self.next(of: socket.frames()), frame.kind == .code else {
      throw CommandError.server("this server has no page to open: use the token that 'rag serve --token' prints")
    }
    return String(decoding: frame.payload, as: UTF8.self)
  }

  private static func next(of frames: AsyncStream<Frame>) async -> Frame? { await frames.first { _ in true } }

  private static func value<Value: Decodable>(_ type: Value.Type, in frame: Frame) throws -> Value {
    guard frame.kind != .failure else {
      throw CommandError.server(String(decoding: frame.payload, as: UTF8.self))
    }
    return try frame.value(type).value
  }
}
