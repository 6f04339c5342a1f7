import Embedding
import Foundation
public import LanguageModels
public import VectorStore

extension SearchIndex {
  /// Returns what an exam told about a model's answers from this index; `nil` if it sat none, or only part of one.
  ///
  /// An exam holds for the model, the encoder, the reranker and the thinking with which it was sat.
  ///
  /// - Parameters:
  ///   - model: The model that answers.
  ///   - options: Its reranker and reasoning level count.
  /// - Throws: `SearchIndexError` if the index cannot be read.
  public nonisolated func calibration(
    for model: any LanguageModel, options: AnswerOptions = .init()
  ) async throws -> AnswerCalibration? {
    try await exams()[examinee(model, options: options)].flatMap(AnswerCalibration.init(of:))
  }

  /// Returns the results of the exam that a model sat about the index, ordered by passage drawn.
  package nonisolated func examResults(
    for model: any LanguageModel, options: AnswerOptions
  ) async throws -> [ExamResult] {
    (try await exams()[examinee(model, options: options)] ?? []).flatMap(\.decoded)
  }

  /// Returns all calibrations, by the name of what was examined.
  package nonisolated func calibrations() async throws -> [String: AnswerCalibration] {
    try await exams().compactMapValues(AnswerCalibration.init(of:))
  }

  /// Returns the name under which an exam is kept: of everything that an answer depends on, except the notes.
  package nonisolated func examinee(_ model: any LanguageModel, options: AnswerOptions) -> String {
    var words = [model.name]
    if let encoder { words.append("encoder \(encoder.space.name)") }
    if let reranker = options.reranker { words.append("reranker \(reranker.name)") }
    if let level = options.reasoningLevel { words.append("thinking \(level)") }
    if options.evidenceTokens != AnswerOptions().evidenceTokens {
      words.append("\(options.evidenceTokens) evidence tokens")
    }
    return words.joined(separator: ", ")
  }
}

extension AnswerCalibration {
  /// Fits the entries of an exam.
  fileprivate init?(of entries: [ExamEntry]) {
    self.init(of: entries.flatMap(\.decoded), date: entries.map(\.date).max() ?? .distantPast)
  }
}

extension ExamEntry {
  /// The results; none if another version of the program wrote them and they cannot be read.
  package var decoded: [ExamResult] { (try? JSONDecoder().decode([ExamResult].self, from: Data(results.utf8))) ?? [] }
}
