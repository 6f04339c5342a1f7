import JSONSchema
import LanguageModels
import NotesMCP
import NotesRecords
import Retriever
import VectorStore

/// A question about the notes, alone or after others.
struct NotesQuestion: Sendable {
  /// An earlier question and its answer.
  struct Turn: Sendable, Hashable {
    var question: String
    var answer: String
  }

  /// What happens on the way to an answer.
  enum Step: Sendable {
    case progress(String)
    /// The passages, before the first word.
    case passages([Passage])
    /// The next part of the text.
    case text(String)
    /// The whole answer.
    case whole(Answer, Answer.Snapshot)
  }

  var text: String
  var said: [Turn] = []
  /// How tokens are sampled, and the most of them.
  var generation = GenerationOptions()

  /// The options of the answer.
  func options(_ services: ServerServices) async throws -> AnswerOptions {
    var options = AnswerOptions()
    options.reranker = try await services.reranker()
    if let mode = generation.samplingMode { options.samplingMode = mode }
    options.temperature = generation.temperature
    if let most = generation.maximumResponseTokens { options.replyTokens = min(most, options.replyTokens * 4) }
    return options
  }

  /// Answers, and tells each step. It must be this request's turn to use the model.
  ///
  /// - Returns: What `rag ask --json` prints.
  func answer(_ services: ServerServices, tell: @Sendable (Step) -> Void) async throws -> JSONValue {
    tell(.progress("searching"))
    let index = try await services.notes.index()
    if try await index.isEmpty() { throw ServerError.invalid("the index is empty: index a folder of notes first") }
    let model = try await services.notes.model()
    let options = try await options(services)
    let answer =
      said.isEmpty
      ? try await index.answer(to: text, using: model, options: options)
      : try await NotesConversation(
        about: index, using: model, turns: said.map { ($0.question, $0.answer) }, options: options
      ).answer(to: text)
    tell(.passages(answer.passages))
    tell(.progress("writing"))
    var shown = 0
    var last: Answer.Snapshot?
    for try await snapshot in answer {
      // The text only grows.
      let new = snapshot.content.utf8.dropFirst(shown)
      if !new.isEmpty { tell(.text(String(Substring(new)))) }
      shown = snapshot.content.utf8.count
      last = snapshot
    }
    try Task.checkCancellation()
    let whole = try await { if let last { last } else { try await answer.collect() } }()
    services.metrics.count(
      outcome: whole.outcome.name, promptTokens: whole.usage?.promptTokens ?? 0,
      replyTokens: whole.usage?.replyTokens ?? 0)
    tell(.whole(answer, whole))
    return services.notes.shown(try await NoteRecords.answer(answer, whole, model: model.name))
  }
}
