import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// A model that thinks before it replies: SmolLM2 with a template like Qwen3's.
@Suite(.serialized) struct LlamaThoughtTests {
  static let template = """
    {%- for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}\
    {%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}\
    {%- if enable_thinking is defined and enable_thinking is false %}{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif %}\
    {%- endif %}
    """

  private func load(contextSize: Int = 512) async throws -> LlamaLanguageModel {
    try await SmolLM2.load(contextSize: contextSize).formatted(as: .template(Self.template))
  }

  private func asking(_ question: String, thinking tokens: Int, prefix: String = "", limit: Int? = 24)
    -> LanguageModelRequest
  {
    var request = LanguageModelRequest.asking(question, replyPrefix: prefix, limit: limit)
    request.reasoningTokens = tokens
    return request
  }

  @Test func aThoughtEndsAtItsLimitAndTheReplyFollows() async throws {
    let model = try await load()
    #expect(model.capabilities.contains(.reasoning))
    let request = asking("Name the capital of France.", thinking: 20)
    let reply = try await model.reply(to: request)
    #expect(!reply.thought.isEmpty && !reply.text.isEmpty, "\(reply)")
    let summary = try #require(reply.summary)
    // The count is that of the prompt, the beginning of the thought, and what ends it.
    let end = model.tokens(of: "\n</think>\n\n", parsingControlTokens: true).count
    #expect(try model.tokenCount(for: request) == summary.promptTokens + end)
    #expect(summary.reasoningTokens == 20 + end && summary.replyTokens > summary.reasoningTokens)
    // Sampled, but not at random.
    #expect(try await load().reply(to: request).thought == reply.thought)
    // Without a thought, the reply begins after an empty one.
    let plain = try await model.reply(to: asking("Name the capital of France.", thinking: 0))
    #expect(plain.thought.isEmpty && plain.summary?.reasoningTokens == 0 && !plain.text.isEmpty)
  }

  @Test func theModelMayEndItsThought() async throws {
    let model = try await load(contextSize: 2048)
    var request = asking("Name the capital of Spain.", thinking: 200)
    // Always the likeliest token, which every processor finds.
    request.options.samplingMode = .random(top: 1, seed: 1)
    let example: [LanguageModelRequest.Message] = ["France": "Paris", "Italy": "Rome", "Poland": "Warsaw"].sorted {
      $0 < $1
    }
    .flatMap { country, capital in
      [
        .init(role: .user, content: "Name the capital of \(country)."),
        .init(role: .assistant, content: "<think>\nIt is \(capital).\n</think>\n\n\(capital)."),
      ]
    }
    request.messages.insert(contentsOf: example, at: 1)
    let reply = try await model.reply(to: request)
    #expect(reply.thought.hasPrefix("It is") && !reply.thought.contains("think>"), "\(reply)")
    #expect(!reply.text.isEmpty && !reply.text.contains("think"), "\(reply)")
    #expect((reply.summary?.reasoningTokens ?? 0) < 40)
  }

  @Test func prefixAndGrammarBeginAfterTheThought() async throws {
    let model = try await load()
    let prefixed = try await model.reply(to: asking("Where is Paris?", thinking: 8, prefix: #"{"answer": ""#))
    #expect(!prefixed.thought.isEmpty && !prefixed.text.isEmpty && !prefixed.text.contains("answer"))
    var request = asking("What is the capital of France?", thinking: 8)
    request.grammar = #"root ::= "Berlin" | "Rome""#
    let reply = try await model.reply(to: request)
    #expect(["Berlin", "Rome"].contains(reply.text) && !["Berlin", "Rome"].contains(reply.thought))
    // A prefix that ends in a space owes it to the reply.
    let spaced = try await model.reply(to: asking("Where is Paris?", thinking: 8, prefix: "It is in "))
    #expect(spaced.text.first?.isWhitespace == false)
  }

  @Test func aThoughtLeavesRoomForTheReply() async throws {
    let model = try await load(contextSize: 128)
    let request = asking("Count from one to a hundred.", thinking: 4096, limit: nil)
    let room = 128 - (try model.tokenCount(for: request))
    let reply = try await model.reply(to: request)
    let summary = try #require(reply.summary)
    #expect(summary.promptTokens + summary.replyTokens <= 128 && !reply.text.isEmpty)
    // The model may end its thought a little before the half of the window that it gets.
    #expect(summary.reasoningTokens >= room / 3, "\(reply)")
    await #expect(throws: LanguageModelError.self) {
      try await model.reply(to: asking(String(repeating: " word", count: 100), thinking: 9))
    }
  }

  /// The next turn does not contain the thought, and what was evaluated for it does not change the reply.
  @Test func aThoughtLeavesNoTrace() async throws {
    let (model, fresh) = (try await load(), try await load())
    let first = asking("Name the capital of France.", thinking: 30)
    let reply = try await model.reply(to: first)
    var second = asking("And of Italy?", thinking: 0)
    second.messages =
      first.messages + [.init(role: .assistant, content: reply.text), .init(role: .user, content: "And of Italy?")]
    let (here, there) = (try await model.reply(to: second), try await fresh.reply(to: second))
    #expect(here.text == there.text && (here.summary?.cachedTokens ?? 0) > 0)
    let again = try await model.reply(to: first)
    #expect(again.thought == reply.thought && again.text == reply.text)
  }

  @Test func aCancelledThoughtStops() async throws {
    let model = try await load(contextSize: 2048)
    for try await case .reasoning in model.generate(asking("Tell me a long story.", thinking: 1500)) { break }
    #expect(try await model.reply(to: asking("Name the capital of France.", thinking: 0)).summary?.reasoningTokens == 0)
  }

  @Test func aTemplateWithoutThoughtsCannotThink() async throws {
    let model = try await SmolLM2.loadShallow()
    #expect(!model.capabilities.contains(.reasoning))
    await #expect(throws: LanguageModelError.unsupportedCapability(model: model.name, capability: "reasoning")) {
      try await model.reply(to: asking("?", thinking: 5))
    }
  }
}
