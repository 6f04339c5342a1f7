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
    let asked = said.withLock { $0.last?.question } ?? ""
    let searched = last.withLock(\.query)
    let today = options.filter.today ?? Day(of: Date())
    let query =
      [searched, asked].lazy.compactMap { DayFollowUp.question(question, after: $0, today: today) }.first ?? question
    guard let answer = try await notes.answerFromAll(to: question, meaning: query, options: options) else { return nil }
    last.withLock { $0 = Search(query: query, passages: answer.passages) }
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

  /// The maximum number of characters of a list that stay in the conversation, some 300 tokens.
  private static let charactersOfList = 1200
}
