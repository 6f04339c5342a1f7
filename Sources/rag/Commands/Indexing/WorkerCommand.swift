import ArgumentParser
import Foundation
import PostgresIndex
import RemoteModels
import VectorStore

struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Encodes the notes that 'rag index --queue' has queued.",
    discussion: """
      Any number of workers, on any machines, fill one index in a database. Each takes a few notes at a time; if it \
      dies, others take them. It uses the encoder of the index, and waits for the database if that is lost. A note that \
      cannot be encoded is kept with the reason, which 'rag status' shows.

        rag index --queue ~/notes --index postgres://ann@db.example/notes
        rag worker --index postgres://ann@db.example/notes

      Ctrl-C ends it, with exit code 0, as SIGTERM does: what it has not stored by then goes back to the queue.
      """)

  @Flag(help: "End when the queue is empty, instead of waiting for more.")
  var once = false

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var remote: RemoteOptions

  mutating func validate() throws {
    guard case .database = options.location else {
      throw ValidationError(
        "rag worker needs an index in a database: name it with --index postgres://USER@HOST/DATABASE.")
    }
  }

  func run() async throws {
    guard case .database(let address) = options.location else { return }
    Console.progress("loading the encoder")
    let encoder = try await options.encoderChoice().load(remote)
    Console.clearProgress()
    let output = WorkerOutput(index: options.path)
    let worker = QueueWorker(
      at: address, encoder: encoder, endsWhenEmpty: once,
      // A server of models that is down says nothing about a note.
      isOfText: { !($0 is ServerError) || ($0 as? ServerError)?.isOfRequest == true }, onEvent: { output.write($0) })
    let work = Task { try await worker.run() }
    let isStopping = Stopping()
    Interruption.divert { if isStopping.begin() { work.cancel() } else { Program.leave(with: 130) } }
    do {
      _ = try await work.value
    } catch is CancellationError where isStopping.hasBegun {
      Console.clearProgress()
      Console.note("rag: stopped; the queue keeps what is left")
    }
    Console.clearProgress()
    let record = WorkerRecord(index: options.path, await worker.report)
    if form.json { try Console.writeJSON(record) } else { Console.write(record.summary) }
  }
}

extension ServerError {
  /// Whether the server answered, and refused what it was sent.
  fileprivate var isOfRequest: Bool {
    if case .failed(_, let status, _) = self { (400..<500).contains(status) && status != 429 } else { false }
  }
}
