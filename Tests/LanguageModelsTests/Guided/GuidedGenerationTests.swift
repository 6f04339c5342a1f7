import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// A real model under grammars.
///
/// `RAG_GUIDED_REPLIES` is how many replies each schema gets instead of two, `RAG_GUIDED_MODEL` the file of another
/// model.
@Suite(.serialized) struct GuidedGenerationTests {
  private static let environment = ProcessInfo.processInfo.environment

  private func model() async throws -> LlamaLanguageModel {
    guard let path = Self.environment["RAG_GUIDED_MODEL"] else { return try await SmolLM2.load(contextSize: 2048) }
    return try await LlamaLanguageModel(contentsOf: path, contextSize: 2048, threads: 1)
  }

  @Test func propertiesThatAreGeneratedStandInTheOrderOfTheirDeclaration() async throws {
    let model = try await SmolLM2.load()
    let grammar = try Trip.generationSchema.grammar()
    #expect(try await model.grammar(grammar, allows: Trip.example.generatedContent.jsonString))
    let swapped = try GeneratedContent(
      json: Trip.example.generatedContent.jsonString.replacing("\"city\"", with: "\"x\""))
    #expect(try await !model.grammar(grammar, allows: swapped.jsonString))
  }

  @Test func everyReplyThatIsSampledUnderAGrammarParsesAndIsValid() async throws {
    let model = try await model()
    let count = Self.environment["RAG_GUIDED_REPLIES"].flatMap(Int.init) ?? 2
    var (valid, total) = (0, 0)
    guard case .object(let schemas) = try JSONParser.parse(guidedSchemas) else {
      Issue.record("the schemas are not an object")
      return
    }
    for (name, text) in schemas.map({ ($0.name, $0.value.text) }) {
      let schema = try GenerationSchema(jsonSchema: text)
      let grammar = try schema.grammar()
      for seed in 0..<count {
        let request = LanguageModelRequest(
          messages: [.init(role: .user, content: "Invent one \(name) and describe it as JSON: \(try schema.jsonText)")],
          options: GenerationOptions(
            samplingMode: .random(probabilityThreshold: 1, seed: UInt64(seed)), temperature: 1,
            maximumResponseTokens: 800),
          grammar: grammar)
        let reply = try await model.reply(to: request)
        total += 1
        #expect(reply.summary?.reason == .complete, "\(name) \(seed): \(reply.text)")
        #expect(throws: Never.self, "\(name) \(seed): \(reply.text)") {
          try schema.validate(GeneratedContent(json: reply.text))
          valid += 1
        }
      }
    }
    #expect(valid == total && total == schemas.count * count)
    if count > 2 { print("guided: \(valid) of \(total) replies parse and are valid") }
  }

  @Test func aTypeIsReadFromWhatWasGeneratedForIt() async throws {
    let model = try await model()
    for seed in 0..<2 as Range<UInt64> {
      let reply = try await model.reply(
        to: LanguageModelRequest(
          messages: [.init(role: .user, content: "Plan a short trip as JSON.")],
          options: GenerationOptions(samplingMode: .random(top: 40, seed: seed), maximumResponseTokens: 800),
          grammar: Trip.generationSchema.grammar()))
      let trip = try Trip(GeneratedContent(json: reply.text))
      #expect((1...14).contains(trip.nights) && (1...3).contains(trip.days.count), "\(reply.text)")
    }
  }

  @Test func theReplyEndsWhereTheGrammarIsComplete() async throws {
    let model = try await model()
    var request = LanguageModelRequest.asking("What is the capital of France?", limit: 100)
    request.grammar = "root ::= \"The capital\" | \"Paris\""
    let reply = try await model.reply(to: request)
    #expect(reply.text == "The capital" && reply.summary?.reason == .complete)
    #expect((reply.summary?.replyTokens ?? 100) <= 3)
  }

  @Test func aReplyThatTheGrammarDoesNotTouchIsTheFreeReply() async throws {
    let model = try await model()
    let free = try await model.reply(to: .asking("What is the capital of France?", limit: 24))
    var request = LanguageModelRequest.asking("What is the capital of France?", limit: 24)
    request.grammar = "root ::= [^\\n]*"
    #expect(try await model.reply(to: request).text == free.text)
  }

  @Test func aPrefixThatEndsWithASpaceIsContinuedWithinTheGrammar() async throws {
    let model = try await model()
    var request = LanguageModelRequest.asking(
      "What is the capital of France?", replyPrefix: "The capital is ", limit: 9)
    request.grammar = "root ::= \"Rome\" | \"Paris\" | \"London\""
    let reply = try await model.reply(to: request)
    #expect(["Rome", "Paris", "London"].contains(reply.text), "\(reply.text)")
  }

  @Test func aReplyCutByItsLimitSaysSo() async throws {
    let model = try await model()
    var request = LanguageModelRequest.asking("Tell me about whales.", limit: 6)
    request.grammar = try GenerationSchema(jsonSchema: #"{"type": "string", "minLength": 100}"#).grammar()
    let reply = try await model.reply(to: request)
    #expect(reply.summary?.reason == .length)
    #expect(try !GeneratedContent(json: reply.text).isComplete)
  }
}
