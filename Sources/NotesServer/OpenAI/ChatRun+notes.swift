import JSONSchema
import LanguageModels
import NotesMCP
import NotesRecords
import Retriever
import Synchronization
import VectorStore

extension ChatRun {
  /// What a client is shown of an answer: up to a stop, and without effective markup.
  final class ShownText: Sendable {
    private let state: Mutex<(stopped: StoppedText, escaper: MarkupEscaper, whole: String, shown: String)>
    private let show: @Sendable (String) -> Void

    init(stops: [String], show: @escaping @Sendable (String) -> Void) {
      state = Mutex((StoppedText(stops: stops), MarkupEscaper(), "", ""))
      self.show = show
    }

    /// All that has been shown.
    var text: String { state.withLock { $0.shown } }

    /// Shows more.
    func add(_ text: String) {
      tell { state in
        state.whole += text
        return state.escaper.take(state.stopped.take(state.whole))
      }
    }

    /// Shows what was held back, once nothing more comes.
    func finish() { tell { $0.escaper.take($0.stopped.rest()) + $0.escaper.rest() } }

    private func tell(
      _ next: (inout (stopped: StoppedText, escaper: MarkupEscaper, whole: String, shown: String)) -> String
    ) {
      let new = state.withLock { state in
        let new = next(&state)
        state.shown += new
        return new
      }
      if !new.isEmpty { show(new) }
    }
  }

  private var question: String {
    get throws(ServerError) {
      let question = request.messages.last?.text ?? ""
      if question.allSatisfy(\.isWhitespace) { throw .invalid("the question is empty") }
      return question
    }
  }

  /// Answers from the notes, with a list of sources.
  func fromNotes(_ show: @escaping @Sendable (String) -> Void) async throws -> Result {
    if let schema = request.schema { return try await fromNotes(following: schema, show) }
    let question = try question
    let whole = Mutex<(Answer, Answer.Snapshot)?>(nil)
    let shown = ShownText(stops: request.stops, show: show)
    _ = try await NotesQuestion(text: question, said: said, generation: request.options).answer(services) { step in
      switch step {
      case .text(let text): shown.add(text)
      case .whole(let answer, let last): whole.withLock { $0 = (answer, last) }
      default: break
      }
    }
    guard let (answer, last) = whole.withLock({ $0 }) else { throw CancellationError() }
    let citations = citations(of: last, answer.passages)
    let content = MarkupEscaper.escaped(last.content)
    let words = answer.isAboutConversation ? "\n\n" + Phrases.of(Language(of: question)).notFromNotes : ""
    shown.add((words.isEmpty ? Self.words(after: last, to: question) : words) + ChatCitation.list(citations))
    shown.finish()
    return Result(
      text: shown.text, marked: shown.text.hasPrefix(content) ? content : shown.text, citations: citations,
      isCut: last.isTruncated, promptTokens: last.usage?.promptTokens ?? answer.promptTokens,
      replyTokens: last.usage?.replyTokens ?? 0)
  }

  /// Answers from the notes with JSON, as `rag ask --schema` does.
  private func fromNotes(
    following schema: GenerationSchema, _ show: @Sendable (String) -> Void
  ) async throws -> Result {
    let question = try question
    let index = try await services.notes.index()
    let model = try await services.notes.model()
    let found = try await index.answer(
      to: question, following: schema, using: model,
      options: try await NotesQuestion(text: question, generation: request.options).options(services))
    let last = found.snapshot
    let json = found.content?.jsonString
    if let json { show(json) }
    return Result(
      text: json ?? "", citations: citations(of: last, found.answer.passages),
      refusal: json == nil ? Phrases.of(Language(of: question)).notInNotes : nil, outcome: last.outcome.name,
      promptTokens: last.usage?.promptTokens ?? found.answer.promptTokens, replyTokens: last.usage?.replyTokens ?? 0)
  }

  private func citations(of last: Answer.Snapshot, _ passages: [Passage]) -> [ChatCitation] {
    last.sources.map { ChatCitation($0, passage: passages[$0.passage], base: base) }
  }

  /// What is said of an answer below its text.
  private static func words(after answer: Answer.Snapshot, to question: String) -> String {
    let phrases = Phrases.of(Language(of: question))
    let gap = answer.content.isEmpty ? "" : "\n\n"
    switch answer.outcome {
    case .notInNotes: return gap + phrases.notInNotes
    case .unsure where answer.showsClosestLines: return gap + phrases.closest
    case .unsure: return gap + phrases.unsure
    case .answered: return ""
    }
  }
}
