import JSONSchema
import LanguageModels
import NotesMCP
import Retriever
import VectorStore

/// `/ask`: an answer with its sources, as `rag ask` and, after earlier turns, `rag chat` give it.
enum AskEndpoint {
  static func reply(to request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let fields = Fields(object: try request.object())
    let question = NotesQuestion(text: try fields.text("question"), said: try said(fields))
    let isStream = try fields.bool("stream") ?? false
    let place = try await services.queue.place()
    guard isStream else {
      return .json(try await place.use { try await question.answer(services) { _ in } })
    }
    return .events { events in
      do {
        events.event("progress", ["step": "waiting"])
        let answer = try await place.use { try await question.answer(services) { tell($0, services.notes, events) } }
        events.event("answer", answer)
      } catch {
        events.event("error", services.serverError(for: error).json)
      }
    }
  }

  private static func tell(_ step: NotesQuestion.Step, _ notes: NotesAccess, _ events: EventStream) {
    switch step {
    case .progress(let text): events.event("progress", ["step": .string(text)])
    case .passages(let passages):
      guard let records = try? NoteRecords.passages(passages) else { return }
      events.event("passages", ["passages": notes.shown(records)])
    case .text(let text): events.event("delta", ["text": .string(text)])
    case .whole: break
    }
  }

  private static func said(_ fields: Fields) throws -> [NotesQuestion.Turn] {
    try (fields.array("conversation") ?? []).map { turn in
      guard let question = turn["question"]?.string, let answer = turn["answer"]?.string else {
        throw ServerError.invalid("each turn of conversation needs a question and an answer")
      }
      return NotesQuestion.Turn(question: question, answer: answer)
    }
  }
}
