import ArgumentParser
import Embedding
import Evaluation
import Files
import Foundation
import PostgresIndex
import Retriever
import VectorStore

struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measures how often answers about your notes are right, so that each can say how likely it is.",
    discussion: """
      The model writes questions about passages drawn from the notes and answers them, half of them without the note \
      that has the answer, or with a name or number exchanged. 400 questions take about an hour. The index keeps the \
      figures, not the questions. An interrupted run continues with the next.

        rag calibrate
        rag ask --max-risk 20% "When does the insurance end?"
      """)

  @Option(parsing: .unconditional, help: "The number of questions. A second run with more adds to the first.")
  var questions = Exam.questions

  @Flag(help: "Start over, for example after many notes have changed.")
  var again = false

  @Flag(help: "Then test the promises: fit half of the exam and check the other half, ten times.")
  var check = false

  @Option(help: "Append each question and its answer to this file, as JSON lines.", completion: .file())
  var results: String?

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var limits: AnswerLimits
  @OptionGroup var thinking: ThinkingOptions

  mutating func validate() throws {
    if questions < AnswerCalibration.minimumQuestions {
      throw ValidationError("--questions must be at least \(AnswerCalibration.minimumQuestions).")
    }
  }

  func run() async throws {
    let trace = try results.map(ResultsFile.init)
    Interruption.announce("what was asked is kept; run the same command to continue")
    let encoder = try await options.openForSearching(remote).encoder
    let index = try await options.location.open(encoder: encoder)
    var answering = limits.options(thinking)
    answering.reranker = try await rerankOptions.load(precision: encoder?.space.precision, remote)
    let model = try await modelOptions.load(remote)
    let exam = Exam(about: index, using: model, options: answering)
    if again { try await exam.startOver() }
    let calibration = try await exam.run(questions: questions) { result in
      trace?.write(result)
    } onProgress: { progress in
      let items = ItemProgress(done: progress.done, total: progress.total, secondsLeft: progress.secondsLeft)
      Console.progress(items.words(for: "question"))
    }
    let checks = check ? try await exam.checks(atRisks: CalibrationRecord.risks) : nil
    try await index.close()
    Console.clearProgress()
    guard let calibration else {
      throw CommandError.badInput(
        "\(options.path): fewer than \(AnswerCalibration.minimumQuestions) questions could be written about these "
          + "notes: index more notes, or choose a larger model with --model")
    }
    var record = CalibrationRecord(of: calibration, examinee: index.examinee(model, options: answering))
    record.checks = checks
    if form.json { return try Console.writeJSON(record) }
    for line in record.lines { Console.write(line) }
  }
}

/// A file to which the questions and answers of an exam are added.
private final class ResultsFile: Sendable {
  private let file: FileHandle

  init(at path: String) throws {
    try? PrivateFile.create(at: path, makesFolders: false)
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw CommandError.badInput("cannot write \(path): give --results a file in an existing folder")
    }
    _ = try file.seekToEnd()
    self.file = file
  }

  func write(_ result: AnswerResult) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(result) else { return }
    try? file.write(contentsOf: line + Data("\n".utf8))
  }
}
