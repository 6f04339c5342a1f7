import Embedding
import Foundation
public import LanguageModels
public import Retriever
public import VectorStore

/// An exam about the notes of an index, which a model writes and sits itself.
///
///     let calibration = try await Exam(about: notes, using: model).run(onProgress: { print($0.done, $0.total) })
///     print(calibration?.coverage(atRisk: 0.1) ?? 0)
///
/// For each passage drawn, the model writes a question that the passage answers. It is asked that question, and a twin
/// that the notes do not answer: the same question without the passage's note or, in every second one, with a number or
/// a name exchanged. Half of the questions therefore have no answer. What the answers had in common with being right is
/// the calibration. It is kept in the index, with numbers only and no text, so that an interrupted exam goes on.
public struct Exam: Sendable {
  /// How far an exam is.
  public struct Progress: Sendable, Hashable {
    /// Questions that were asked.
    public var done: Int
    /// All questions.
    public var total: Int
    /// The seconds left, at the mean speed so far; `nil` before the first.
    public var secondsLeft: Double?
  }

  private let index: SearchIndex
  private let model: any LanguageModel
  private let options: AnswerOptions
  private let writer: ExamWriter

  /// The number of questions unless another is asked for: an hour of the 1.5B model on two cores.
  public static let questions = 400
  /// How many passages are drawn at most for each question, since a sound one cannot be written about all of them.
  private static let drawsPerQuestion = 8
  /// How long to wait for another process that is writing to the index.
  private static let patience = Duration.seconds(600)

  /// Creates an exam.
  ///
  /// - Parameters:
  ///   - index: The index, open for writing.
  ///   - model: The model. It needs no capability, but writes better questions with `.guidedGeneration`.
  ///   - options: The options with which answers will be asked for, except their filter.
  public init(about index: SearchIndex, using model: any LanguageModel, options: AnswerOptions = .init()) {
    var options = options
    (options.refuses, options.maximumRisk, options.breadth) = (false, nil, .best)
    (self.index, self.model, self.options) = (index, model, options)
    writer = ExamWriter(model: model)
  }

  /// Forgets what was asked so far.
  ///
  /// - Throws: `SearchIndexError` if the index cannot be written.
  public func startOver() async throws {
    try await index.removeExam(of: index.examinee(model, options: options))
  }

  /// Asks as many questions as are missing, and returns what they tell; `nil` if too few could be written.
  ///
  /// - Parameters:
  ///   - count: The number of questions of the whole exam.
  ///   - onResult: Called with each answer. Nothing else keeps its text.
  ///   - onProgress: Called before each passage.
  /// - Throws: `SearchIndexError` if the index cannot be read or written; the model's and the encoder's errors.
  public func run(
    questions count: Int = questions, onResult: @Sendable (AnswerResult) -> Void = { _ in },
    onProgress: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> AnswerCalibration? {
    let examinee = index.examinee(model, options: options)
    let entries = try await index.exams()[examinee] ?? []
    var known = Set(entries.map(\.number))
    var done = entries.reduce(0) { $0 + $1.decoded.count }
    let (start, before) = (Date(), done)
    var number = 0
    let chunks = try await index.chunkCount()
    while done < count, number < min(count, chunks) * Self.drawsPerQuestion {
      defer { number += 1 }
      guard known.insert(number).inserted else { continue }
      onProgress(
        Progress(
          done: done, total: count,
          secondsLeft: done > before
            ? Date().timeIntervalSince(start) / Double(done - before) * Double(count - done) : nil))
      try Task.checkCancellation()
      let results = try await sit(number: number, chunks: chunks, onResult: onResult)
      let entry = ExamEntry(
        number: number, date: Date(), results: String(decoding: try JSONEncoder().encode(results), as: UTF8.self))
      try await index.whileWriting(waitingFor: Self.patience) { try await index.store(entry, of: examinee) }
      done += results.count
    }
    return try await index.calibration(for: model, options: options)
  }

  /// Tests what random halves of the exam promise on the other halves; empty if it has too few questions.
  ///
  /// - Parameter risks: The largest shares of wrong answers to promise.
  /// - Throws: `SearchIndexError` if the index cannot be read.
  public func checks(atRisks risks: [Double]) async throws -> [CalibrationCheck] {
    let results = try await index.examResults(for: model, options: options)
    return risks.compactMap { CalibrationCheck(of: results, risk: $0) }
  }

  /// Draws a passage and asks the questions about it. The same number draws the same passage of the same notes.
  private func sit(number: Int, chunks: Int, onResult: (AnswerResult) -> Void) async throws -> [ExamResult] {
    guard let chunk = try await index.chunk(at: Self.place(of: number, among: chunks)) else { return [] }
    let topics = ExamWriter.topics(in: chunk)
    guard !topics.isEmpty else { return [] }
    let topic = topics[Self.random(number, below: topics.count)]
    guard let text = try await writer.question(about: topic) else { return [] }
    let question = AnswerSet.Question(
      id: String(number), text: text, category: "asked", isAnswerable: true, answers: [topic.fact],
      accepted: [[topic.fact]], places: [AnswerSet.Place(path: chunk.document.path, lines: chunk.chunk.lines)])
    let other = try await index.chunk(at: Self.place(of: number + 1, among: chunks))?.chunk.text ?? ""
    let exchanged =
      number % 2 == 1
      ? ExamWriter.exchanged(text, about: topic.heading + "\n" + chunk.chunk.text, withNamesOf: other) : nil
    let twin = exchanged.map { Self.exchanged(question, $0) } ?? Self.withheld(question)
    let evaluation = AnswerEvaluation(
      of: AnswerSet(name: "exam", questions: [], notes: .index), using: model, options: options)
    var results: [ExamResult] = []
    for asked in [question, twin] {
      var result = try await evaluation.result(of: asked, in: index)
      // Another note may say the same.
      if asked.category == "withheld" { result.match = AnswerMatch(of: result.answer, with: asked) }
      results.append(
        ExamResult(
          passage: chunk.id, isAnswerable: asked.isAnswerable, signals: result.signals,
          isRight: result.match?.isRight == true))
      onResult(result)
    }
    return results
  }

  /// Returns a question of notes without the one that answers it.
  private static func withheld(_ question: AnswerSet.Question) -> AnswerSet.Question {
    var twin = question
    twin.id += "-withheld"
    (twin.category, twin.isAnswerable) = ("withheld", false)
    twin.filter.excluded.pathParts += question.places.map(\.path)
    return twin
  }

  /// Returns a question that nothing answers.
  private static func exchanged(_ question: AnswerSet.Question, _ text: String) -> AnswerSet.Question {
    AnswerSet.Question(id: question.id + "-exchanged", text: text, category: "exchanged", isAnswerable: false)
  }

  /// Returns the chunk of a draw: each once before any is drawn again, and neighbors far apart.
  package static func place(of number: Int, among count: Int) -> Int {
    guard count > 2 else { return number % max(1, count) }
    // The golden ratio's multiples are spread evenly; a step without a common divisor reaches every place.
    var step = max(1, Int(Double(count) * 0.618))
    while gcd(step, count) > 1 { step += 1 }
    return (number % count * step + count / 2) % count
  }

  private static func gcd(_ first: Int, _ second: Int) -> Int { second == 0 ? first : gcd(second, first % second) }

  /// Returns a number that depends on nothing but the draw.
  private static func random(_ number: Int, below count: Int) -> Int {
    Int(SHA256Digest.hexadecimal(of: "exam \(number)").prefix(8), radix: 16).map { $0 % count } ?? 0
  }
}
