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
    let summary = try await DocumentSummarizer(using: model).summary(of: sentences.joined(separator: " "), words: 20)
    #expect(summary?.hasPrefix("Piece \(model.requests.count) tells") == true)
    #expect(model.refusedRequests.isEmpty)
    #expect(model.requests.count > 10)
    for (index, request) in model.requests.enumerated().dropFirst() {
      #expect(request.messages[1].content.contains("Piece \(index) tells"))
    }
    // Nothing of the document is left out or read twice, and sentences are whole.
    let read = model.requests.map { $0.messages[1].content }.joined()
    for index in [0, 1, 499, 500, 998, 999] {
      #expect(read.ranges(of: "Sentence \(index) has six words.").count == 1)
    }
  }

  @Test func aSummaryThatIsTooLongIsWrittenAgain() async throws {
    let model = ScriptedLanguageModel(replies: [String(repeating: "word ", count: 30), "Short now.", "unused"])
    #expect(try await DocumentSummarizer(using: model).summary(of: "A text.", words: 10) == "Short now.")
    #expect(model.requests.count == 2)
    let stuck = ScriptedLanguageModel { _ in String(repeating: "word ", count: 30) }
    _ = try await DocumentSummarizer(using: stuck).summary(of: "A text.", words: 10)
    #expect(stuck.requests.count == 2)
  }

  @Test func theLengthIsAskedForInThePrompt() async throws {
    let model = ScriptedLanguageModel(replies: ["Short."])
    _ = try await DocumentSummarizer(using: model).summary(of: "A text.", words: 70)
    #expect(model.requests[0].messages[0].content.contains("in at most 70 words"))
  }

  @Test func noTextHasNoSummary() async throws {
    let model = ScriptedLanguageModel(replies: [])
    #expect(try await DocumentSummarizer(using: model).summary(of: " \n", words: 10) == nil)
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
