import LanguageModels
import Retriever
import Testing

@Suite struct PolarQuestionTests {
  @Test(arguments: [
    "Can I get a refund for Catalyst?", "Does Publish support password protection for single notes?",
    "Is the boiler new?", "Are there spare keys", "Have I paid the rent?", "Didn't Marta call?", "May I smoke?",
    "Ist die Heizung neu?", "Gibt es einen Ersatzschlüssel?", "Darf die Katze Milch trinken?", "do the keys expire?",
  ])
  func questionsForYesOrNoAreTold(question: String) { #expect(PolarQuestion.isPolar(question)) }

  @Test(arguments: [
    "Who holds the spare key?", "When was the boiler repaired?", "Which notes mention pandoc?",
    "Can you tell me where the key is?", "Do you know when the rent is due?", "Do I know who repaired it?",
    "Wann ist die Miete fällig?", "Was gibt es zu essen?", "What can I do?", "Weißt du, wo er ist?",
    "Refund for Catalyst",
    "", "?",
  ])
  func otherQuestionsAreNot(question: String) { #expect(!PolarQuestion.isPolar(question)) }

  /// The logits that a model gives for the replies to the probe.
  @Test(arguments: [
    ("Are the signing keys rotated every 30 days?", 8.0, 14.0, 10.0, true),
    ("Are the signing keys rotated every 90 days?", 14, 8, 10, true),
    ("Are the signing keys rotated every 30 days?", 8, 9, 12, false),
    ("How often are the signing keys rotated?", 8, 14, -50, false),
    ("How often are the signing keys rotated?", 14, 8, 50, true),
  ])
  func aNegativeAnswerCountsAsAnAnswer(
    question: String, yes: Double, no: Double, unknown: Double, isAnswered: Bool
  ) async throws {
    let notes = try await ScriptedNotes()
    let scores = ["Yes": yes, "No": no, "Unknown": unknown]
    let model = ScriptedLanguageModel(scores: scores, replies: [#"Every 90 days."}"#])
    let options = AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1, unsureBelow: 2))
    let answer = try await notes.index.answer(to: question, using: model, options: options)
    #expect(answer.outcome == (isAnswered ? .answered : .unsure))
    let result = try await answer.collect()
    #expect(result.showsClosestLines == !isAnswered && result.content.isEmpty == !isAnswered)
  }
}
