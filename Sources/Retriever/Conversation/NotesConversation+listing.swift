import Foundation
import LanguageModels
import Synchronization
import VectorStore

extension NotesConversation {
  /// Answers a question for all of something with the lines themselves, and adds both to the conversation; returns
  /// `nil` for other questions. One that only names other days is for what was asked before: "And next week?"
  ///
  /// Of a long list, only the beginning stays in the conversation.
  func answerFromAll(to question: String) async throws -> Answer? {
    let days = dayQuestion(in: question)
    guard let answer = try await notes.answerFromAll(to: question, about: days, options: options) else { return nil }
    last.withLock { $0 = Search(query: question, passages: answer.passages, days: days) }
    guard case .answered = answer.outcome else { return answer }
    let content = try await answer.collect().content
    var kept = content.prefix(Self.charactersOfList)
    if kept.endIndex < content.endIndex, let end = kept.lastIndex(of: "\n") { kept = kept[..<end] + "\n…" }
    var transcript = session.transcript
    transcript.append(.prompt(.init(segments: [.text(.init(content: question))])))
    transcript.append(.response(.init(segments: [.text(.init(content: String(kept)))])))
    try session.setTranscript(transcript)
    said.withLock { $0.append((question, String(kept))) }
    return answer
  }

  /// Returns what a question asks of days, if it does, or if it only names other days than the question before it.
  private func dayQuestion(in question: String) -> DayQuestion? {
    let today = options.filter.today ?? Day(of: Date())
    func read(_ text: String, after earlier: DayQuestion?) -> DayQuestion? {
      let text = QueryText.normalized(text)
      return DayQuestion(text, today: today) ?? earlier.flatMap { DayQuestion(text, after: $0, today: today) }
    }
    let last = last.withLock { $0 }
    // Of a conversation that is continued, only the texts are known.
    let earlier = last.query.isEmpty ? said.withLock { $0 }.reduce(nil) { read($1.question, after: $0) } : last.days
    return read(question, after: earlier)
  }

  /// The maximum number of characters of a list that stay in the conversation, some 300 tokens.
  private static let charactersOfList = 1200
}
