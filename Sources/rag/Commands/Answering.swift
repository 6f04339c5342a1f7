import Foundation
import LanguageModels
import Retriever
import VectorStore

/// How `rag ask` answers a question, or each question of a file.
struct Answering {
  var index: SearchIndex
  var schema: GenerationSchema?
  var retrieval: RetrievalMode
  var options: AnswerOptions
  var onEvent: @Sendable (SessionEvent) -> Void

  /// Answers a question and prints the answer.
  func write(
    answerTo question: String, using model: any LanguageModel, to output: AnswerOutput
  ) async throws -> AnswerOutput.Ending {
    guard let schema else {
      return try await output.write(try await answer(to: question, using: model), model: model.name)
    }
    let found = try await index.answer(
      to: question, following: schema, using: model, options: options, onEvent: onEvent)
    return try await output.write(found, model: model.name)
  }

  private func answer(to question: String, using model: any LanguageModel) async throws -> Answer {
    guard retrieval != .step else {
      return try await index.answer(to: question, using: model, options: options, onEvent: onEvent)
    }
    let tool =
      retrieval == .tool
      ? RetrievalTool(
        index, maximumResultCount: options.passageLimit, maximumOutputTokens: options.passageTokens,
        where: options.filter, reranker: options.reranker, countingWith: model)
      : nil
    let session = tool?.session(using: model) ?? LanguageModelSession(model: model)
    session.onEvent = onEvent
    session.prewarm()
    return try await index.answer(to: question, in: session, searchingWith: tool, options: options)
  }

  /// Answers each question of a file. One that cannot be answered, because it is too long, is reported and passed over.
  ///
  /// - Throws: `CommandError.unfinished` after the last question, if any could not be answered.
  func write(answersTo file: QuestionFile, using model: any LanguageModel, to output: AnswerOutput) async throws {
    var output = output
    var failures = 0
    let start = Date()
    for (done, entry) in file.entries.enumerated() {
      let progress = ItemProgress(done: done, total: file.entries.count, since: start)
      WaitingLine.shared.setContext(progress.words(for: "question"))
      WaitingLine.shared.showSearching()
      output.id = entry.id
      do {
        _ = try await write(answerTo: entry.question, using: model, to: output)
      } catch let error as LanguageModelError {
        failures += 1
        Console.error("\(file.name):\(entry.line): \(Remedy.message(for: error))")
      } catch let error as StructuredAnswerError {
        failures += 1
        Console.error("\(file.name):\(entry.line): \(Remedy.message(for: error))")
      }
    }
    if failures > 0 { throw CommandError.unanswered(failures, of: file.entries.count) }
  }
}
