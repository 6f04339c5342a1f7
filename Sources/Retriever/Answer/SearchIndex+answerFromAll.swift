import Foundation
import VectorStore

extension SearchIndex {
  /// Answers a question for all of something, for a number or for the last time with the lines themselves; returns
  /// `nil` for other questions, or if no line fits. A question for days such as "yesterday" of which nothing is known
  /// is refused, since what other notes say of their yesterday does not answer it.
  ///
  /// - Parameter days: What the question asks of days, if that is known from the conversation.
  package nonisolated func answerFromAll(
    to question: String, about days: DayQuestion? = nil, options: AnswerOptions
  ) async throws -> Answer? {
    guard options.breadth != .best else { return nil }
    let question = QueryText.normalized(question)
    guard
      let (listing, passages) = try await listed(
        for: question, about: days, isForced: options.breadth == .all, where: options.filter, today: Date())
    else { return nil }
    if listing.rows.isEmpty, !options.refuses { return nil }
    let terms = try await QuestionTerms.read(question, in: self)
    let citations = try await Citations.read([], question: terms, in: self)
    return Answer(
      question: question, listing: listing, passages: passages,
      writer: AnswerWriter(index: self, passages: passages, citations: citations))
  }
}
