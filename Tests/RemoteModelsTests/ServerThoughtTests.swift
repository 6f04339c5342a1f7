import Foundation
import LanguageModels
import LlamaEngine
import RemoteModels
import TestSupport
import Testing

/// Models behind a server that think before they reply.
@Suite(.serialized) struct ServerThoughtTests {
  private static let template = """
    {%- for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}\
    {%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}\
    {%- if enable_thinking is defined and enable_thinking is false %}{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif %}\
    {%- endif %}
    """

  private func asking(_ question: String, thinking tokens: Int, prefix: String = "", limit: Int? = 12)
    -> LanguageModelRequest
  {
    // Always the likeliest token, which every processor finds.
    var request = LanguageModelRequest.asking(
      question, replyPrefix: prefix, limit: limit, sampling: .random(top: 1, seed: 1))
    request.reasoningTokens = tokens
    return request
  }

  /// With thoughts of a few tokens: later, the two round differently.
  @Test func aThoughtBehindLlamaServerIsThatOfTheModelInThisProcess() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.template, to: "template.jinja")
    let program = try await LlamaServerProgram.start("--jinja", "--chat-template-file", file)
    let there = try await ServerLanguageModel(at: ServerAddress(program.address))
    let here = try await SmolLM2.load(contextSize: 2048).formatted(as: .template(Self.template))
    for capability in [.reasoning, .toolCalling, .replyPrefix] as [LanguageModelCapabilities.Capability] {
      #expect(there.capabilities.contains(capability) == here.capabilities.contains(capability))
    }
    #expect(there.capabilities.contains(.reasoning))
    for request in [
      asking("Name the capital of France.", thinking: 4, limit: 5),
      asking("Where is Paris?", thinking: 3, prefix: "It is in ", limit: 5),
      asking("Name the capital of France.", thinking: 0, limit: 5),
      asking("Name three colours.", thinking: 2, prefix: "1. ", limit: 5),
    ] {
      #expect(try await there.tokenCount(for: request) == here.tokenCount(for: request))
      let (one, other) = (try await there.reply(to: request), try await here.reply(to: request))
      #expect(one.thought == other.thought && one.text == other.text, "\(one) \(other)")
      #expect(one.summary?.reasoningTokens == other.summary?.reasoningTokens)
      #expect(one.summary?.replyTokens == other.summary?.replyTokens)
      #expect(one.summary?.promptTokens == other.summary?.promptTokens)
    }
    var request = asking("Name the capital of Spain.", thinking: 200)
    let examples: [LanguageModelRequest.Message] = [("France", "Paris"), ("Italy", "Rome"), ("Poland", "Warsaw")]
      .flatMap { country, capital in
        [
          .init(role: .user, content: "Name the capital of \(country)."),
          .init(role: .assistant, content: "<think>\nIt is \(capital).\n</think>\n\n\(capital)."),
        ]
      }
    request.messages.insert(contentsOf: examples, at: 1)
    let ended = try await there.reply(to: request)
    #expect(ended.thought.hasPrefix("It is") && !ended.thought.contains("think>"), "\(ended)")
    #expect(!ended.text.isEmpty && (ended.summary?.reasoningTokens ?? 200) < 40)
  }

  @Test func theThoughtsOfAnyServerAreRead() async throws {
    let usage =
      #""usage": {"prompt_tokens": 40, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 4}}"#
    let server = try ChatFixture.server { _ in
      [
        .eventHead, .event(ChatFixture.delta("Hm.", name: "reasoning_content")),
        .event(ChatFixture.delta(" Hm?", name: "reasoning")), .event(ChatFixture.delta("<think> Well")),
        .event(ChatFixture.delta("…</think>\n\nNow: 5.")),
        .event(#"{"choices": [{"delta": {}, "finish_reason": "stop"}], \#(usage)}"#), .event("[DONE]"),
      ]
    }
    let reply = try await ChatFixture.model(at: server).reply(to: asking("?", thinking: 100))
    #expect(reply.thought == "Hm. Hm? Well…" && reply.text == "Now: 5.")
    #expect(reply.summary?.reasoningTokens == 4 && reply.summary?.replyTokens == 9)
    #expect(server.requests.last?.json["max_tokens"] as? Int == 112)
    #expect(server.requests.last?.json["reasoning_effort"] == nil)
  }

  @Test func aThoughtWithoutEndIsFollowedByAReplyWithoutOne() async throws {
    let server = try ChatFixture.server { request in
      if request.json["max_tokens"] as? Int == 12 { return ChatFixture.reply("Five.") }
      return [.eventHead] + (0..<30).map { .event(ChatFixture.delta("hm \($0) ", name: "reasoning")) } + [.hold]
    }
    let reply = try await ChatFixture.model(at: server).reply(to: asking("?", thinking: 20))
    #expect(reply.thought.hasPrefix("hm 0 hm 1 ") && reply.thought.hasSuffix("hm 20 ") && reply.text == "Five.")
    #expect(reply.summary?.reasoningTokens == 21 && reply.summary?.replyTokens == 22)
  }

  @Test func aServerThatSaysThatItsModelDoesNotThinkIsNotAskedTo() async throws {
    let ollama = try ChatFixture.server(other: { request in
      switch request.path {
      case "/api/version": [.response(#"{"version": "0.12.0"}"#)]
      case "/api/show": [.response(#"{"capabilities": ["completion"], "model_info": {"x.context_length": 900}}"#)]
      case "/api/generate": [.response(#"{"done": true}"#)]
      case "/api/ps": [.response(#"{"models": [{"name": "m", "context_length": 900}]}"#)]
      default: nil
      }
    })
    let model = try await ChatFixture.model(at: ollama)
    #expect(!model.capabilities.contains(.reasoning))
    await #expect(throws: LanguageModelError.unsupportedCapability(model: "m", capability: "reasoning")) {
      try await model.reply(to: asking("?", thinking: 20))
    }
  }
}
