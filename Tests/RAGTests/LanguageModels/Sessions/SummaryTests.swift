import Foundation
import LanguageModels
import Synchronization
import Testing

@Suite struct SummaryTests {
  @Test func aDocumentOfTenWindowsIsReadInPiecesThatFit() async throws {
    let number = Mutex(0)
    let model = ScriptedLanguageModel(contextSize: 512) { _ in
      "Piece \(number.withLock { $0 += 1; return $0 }) tells of words and more words."
    }
    let sentences = (0..<1000).map { "Sentence \($0) has six words." }
    let text = try await model.summary(of: sentences.joined(separator: " "), words: 20)
    #expect(text.split(separator: " ").count <= 20)
    #expect(model.refusedRequests.isEmpty)
    let first = model.requests.prefix { $0.messages[1].content.contains("Sentence") }
    #expect(first.count > 10)
    for (index, request) in first.enumerated().dropFirst() {
      #expect(request.messages[1].content.contains("What came before:\nPiece \(index) tells"))
    }
    // Nothing of the document is left out or read twice, whole sentences as long as one fits.
    let read = first.map { $0.messages[1].content }.joined()
    for index in [0, 1, 499, 500, 998, 999] { #expect(read.ranges(of: "Sentence \(index) has").count == 1) }
    // The summaries of pieces are summarized again.
    #expect(model.requests.count > first.count)
  }

  @Test func aShortTextIsOneRequest() async throws {
    let model = ScriptedLanguageModel(replies: ["Short."])
    #expect(try await model.summary(of: "A text. ") == "Short.")
    #expect(model.requests.count == 1)
    #expect(try await model.summary(of: " \n") == "")
  }

  @Test func aModelThatCannotBeShortIsCut() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { _ in "One two three. Four five six. Seven eight nine." }
    #expect(try await model.summary(of: "A text.", words: 7) == "One two three. Four five six.")
  }

  @Test func aStructuredSummaryHasThreeHeadings() throws {
    let json = """
      {"keyTopics": ["roses", "soil"], "userPreferences": ["short answers"], "summary": "They planned a garden."}
      """
    let summary = try ConversationSummary(GeneratedContent(json: json))
    #expect(
      summary.text == """
        Summary:
        They planned a garden.
        Key topics:
        - roses
        - soil
        User preferences:
        - short answers
        """)
    #expect(summary.generatedContent.jsonString == json)
  }

  @Test func aStructuredSummaryIsCarriedInTheInstructions() async throws {
    let model = ScriptedLanguageModel(contextSize: 512) { request in
      request.messages[0].content.hasPrefix("Summarize")
        ? #"{"keyTopics": ["words"], "userPreferences": [], "summary": "They counted."}"# : "fine"
    }
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    session.compaction = SummarizeAndCarry(isStructured: true)
    for turn in 0..<8 { try await session.respond(to: "turn \(turn)" + String(repeating: " w", count: 60)) }
    #expect(
      model.requests.last?.messages[0].content
        == "Be kind.\n\nConversation so far:\nSummary:\nThey counted.\nKey topics:\n- words")
  }
}
