import LanguageModels
import Synchronization
import VectorStore

extension NotesConversation {
  /// Answers a question for all of something with the lines themselves, and adds both to the conversation; returns
  /// `nil` for other questions.
  ///
  /// Of a long list, only the beginning stays in the conversation.
  func answerFromAll(to question: String) async throws -> Answer? {
    guard let answer = try await notes.answerFromAll(to: question, options: options) else { return nil }
    guard case .answered = answer.outcome else { return answer }
    let content = try await answer.collect().content
    var kept = content.prefix(Self.charactersOfList)
    if kept.endIndex < content.endIndex, let end = kept.lastIndex(of: "\n") { kept = kept[..<end] + "\n…" }
    var transcript = session.transcript
    transcript.append(.prompt(.init(segments: [.text(.init(content: question))])))
    transcript.append(.response(.init(segments: [.text(.init(content: String(kept)))])))
    try session.setTranscript(transcript)
    last.withLock { $0 = Search(query: question, passages: answer.passages) }
    said.withLock { $0.append((question, String(kept))) }
    return answer
  }

  /// The maximum number of characters of a list that stay in the conversation, some 300 tokens.
  private static let charactersOfList = 1200
}
