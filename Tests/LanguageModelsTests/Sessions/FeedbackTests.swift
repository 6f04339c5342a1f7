import Foundation
import LanguageModels
import Testing

@Suite struct FeedbackTests {
  @Test func itHoldsTheTranscriptAndWhatIsWrong() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["a"]), instructions: "i")
    try await session.respond(to: "one")
    let data = session.logFeedbackAttachment(
      sentiment: .negative, issues: [.init(category: .incorrect, explanation: "It is b.")], desiredResponseText: "b")
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["sentiment"] as? String == "negative")
    #expect((object["issues"] as? [[String: String]]) == [["category": "incorrect", "explanation": "It is b."]])
    let transcript = try JSONSerialization.data(withJSONObject: try #require(object["transcript"]))
    #expect(try JSONDecoder().decode(Transcript.self, from: transcript) == session.transcript)
    let desired = try JSONSerialization.data(withJSONObject: try #require(object["desiredOutput"]))
    #expect(try JSONDecoder().decode(Transcript.self, from: desired).text == "Assistant: b")
  }

  @Test func severalStandInOneFile() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["a"]))
    try await session.respond(to: "one")
    let file =
      session.logFeedbackAttachment(sentiment: .positive) + session.logFeedbackAttachment(sentiment: nil)
    let lines = file.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 2)
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line)) } }
  }

  @Test func theKindsAreThoseOfTheFramework() {
    #expect(LanguageModelFeedback.Issue.Category.allCases.count == 8)
    #expect(LanguageModelFeedback.Sentiment.allCases.count == 3)
  }
}
