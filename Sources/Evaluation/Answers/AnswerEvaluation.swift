public import Embedding
import Foundation
import Indexer
public import LanguageModels
public import Retriever
public import VectorStore

/// Asks all questions of a set and judges the answers.
///
///     let set = try AnswerSet(contentsOf: "sets/squad2").sampled(200)
///     let results = try await AnswerEvaluation(of: set, using: model).run(encoder: encoder)
///     print(AnswerFigures(of: results).right?.value ?? 0)
public struct AnswerEvaluation: Sendable {
  /// How far an evaluation is.
  public struct Progress: Sendable, Hashable {
    /// The set's name.
    public var set: String
    /// Questions that are done.
    public var done: Int
    /// All questions.
    public var total: Int
    /// The seconds left, at the mean speed of the questions asked so far; `nil` before the first.
    public var secondsLeft: Double?
  }

  private let set: AnswerSet
  private let model: any LanguageModel
  private let options: AnswerOptions

  /// Creates an evaluation.
  public init(of set: AnswerSet, using model: any LanguageModel, options: AnswerOptions = .init()) {
    (self.set, self.model, self.options) = (set, model, options)
  }

  /// Indexes the set's notes into a temporary file and asks all questions.
  ///
  /// - Parameters:
  ///   - encoder: The encoder; `nil` to search by words alone.
  ///   - file: A file that keeps each result as it comes. Questions whose results it has are not asked again.
  ///   - onProgress: Called before each question.
  /// - Throws: `EvaluationError.otherSettings` if the file has results of other notes, models or settings; errors of
  ///   the index, the encoder and the model.
  public func run(
    encoder: (any TextEncoder)?, keeping file: String? = nil, onProgress: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> [AnswerResult] {
    let temporary = try await TemporaryIndex(encoder: encoder)
    onProgress(Progress(set: set.name, done: 0, total: set.questions.count))
    switch set.notes {
    case .files(let files): try await temporary.add(files.map { ($0.path, $0.text) })
    case .folder(let folder): _ = try await temporary.index.update(from: folder) { _ in }
    case .index: break
    }
    let results = try await run(in: temporary.index, keeping: file, onProgress: onProgress)
    try await temporary.index.close()
    return results
  }

  /// Asks all questions about the notes of an index.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - file: A file that keeps each result as it comes. Questions whose results it has are not asked again.
  ///   - onProgress: Called before each question.
  /// - Throws: What `run(encoder:keeping:onProgress:)` throws.
  public func run(
    in index: SearchIndex, keeping file: String? = nil, onProgress: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> [AnswerResult] {
    let settings = try await settings(for: index)
    var kept = try file.map { try AnswerResultsFile(at: $0, set: set.name, settings: settings) }
    var results: [AnswerResult] = []
    let start = Date()
    var asked = 0
    for question in set.questions {
      if let known = kept?.results[question.id], known.question == question.text {
        results.append(known)
        continue
      }
      let rest = set.questions.count - results.count
      onProgress(
        Progress(
          set: set.name, done: results.count, total: set.questions.count,
          secondsLeft: asked > 0 ? Date().timeIntervalSince(start) / Double(asked) * Double(rest) : nil))
      let result = try await result(of: question, in: index)
      try kept?.append(result)
      results.append(result)
      asked += 1
    }
    return results
  }

  /// Returns what the results depend on, on one line.
  private func settings(for index: SearchIndex) async throws -> String {
    var digest = SHA256Digest()
    for folder in try await index.status().folders {
      for document in try await index.documents(in: folder.path) {
        digest.update("\(document.path)\n\(document.digest)\n")
      }
    }
    let thresholds = options.refusalThresholds ?? model.refusalThresholds
    let probe = thresholds.map { "refusing below \($0.refuseBelow)" } ?? "no probe"
    let words = [
      "model \(model.name)", "encoder \(index.encoder?.space.name ?? "none")",
      "reranker \(options.reranker?.name ?? "none")", "\(options.passageLimit) passages",
      "\(options.passageTokens) passage tokens", "\(options.evidenceTokens) evidence tokens",
      "\(options.replyTokens) reply tokens",
      "window \(model.contextSize)", options.reasoningLevel.map { "thinking \($0)" } ?? "no thinking",
      probe, "notes \(digest.hexadecimal().prefix(8))",
    ]
    return words.joined(separator: ", ")
  }

  /// Asks one question.
  private func result(of question: AnswerSet.Question, in index: SearchIndex) async throws -> AnswerResult {
    var options = options
    options.filter = question.filter
    let start = Date()
    let answer = try await index.answer(to: question.text, using: model, options: options)
    let shown = try await answer.collect()
    let seconds = Date().timeIntervalSince(start)
    var result = AnswerResult(
      of: question, in: set.name, answer: shown.content, gateScore: answer.gateScore, probeScore: answer.probeScore,
      seconds: seconds)
    switch shown.outcome {
    case .answered: break
    case .unsure: result.ending = shown.showsClosestLines ? .closest : .unsure
    case .notInNotes(let refusal): (result.ending, result.refusal) = (.refused, refusal)
    }
    var (full, last) = (answer, shown)
    if !result.isShown, result.refusal != .model {
      options.refuses = false
      full = try await index.answer(to: question.text, using: model, options: options)
      last = try await full.collect()
      result.answer = last.content
      result.probeScore = full.probeScore
    }
    result.logProbability = last.usage?.logProbability
    result.replyTokens = last.usage?.replyTokens
    (result.signals, result.probability) = (last.signals, last.probability)
    if !options.layers.isEmpty {
      result.activations = Dictionary(
        uniqueKeysWithValues: full.activations.flatMap { prompt, layers in
          layers.map { ("\(prompt) \($0.key)", $0.value.withUnsafeBytes { Data($0) }) }
        })
    }
    if question.isAnswerable { result.match = AnswerMatch(of: result.answer, with: question) }
    result.sources = shown.sources.map(\.source.description)
    result.read = full.passages.map { "(\($0.heading)) \($0.readText ?? $0.text)" }
    result.unmentioned = shown.unmentioned
    if question.isAnswerable, result.isShown, !question.places.isEmpty {
      result.citesRight = shown.sources.contains { question.isAnswered(by: $0) }
    }
    return result
  }
}

extension AnswerSet.Question {
  /// Whether a source is a place that answers the question.
  fileprivate func isAnswered(by source: CitedSource) -> Bool {
    places.contains { place in
      guard place.path == source.source.path || source.source.absolutePath.hasSuffix("/" + place.path) else {
        return false
      }
      if let name = place.name { return source.source.places?.hold(name, in: source.source.lines) == true }
      if let lines = place.lines { return lines.overlaps(source.source.lines) }
      // What is not in the notes word for word, such as yes, is in no line of theirs.
      let text = AnswerMatch.normalized(source.text)
      return accepted.joined().contains { AnswerMatch.contains(AnswerMatch.normalized($0), in: text) }
        || answers.allSatisfy { ["yes", "no"].contains($0.lowercased()) }
    }
  }
}
