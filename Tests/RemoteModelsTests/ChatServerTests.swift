import Foundation
import LanguageModels
import RemoteModels
import TestSupport
import Testing

@Suite struct ChatServerTests {
  @Test func aReplyArrivesWholeHoweverItsBytesAreSplit() async throws {
    let text = "Grüße, 👩🏽‍🚀! \u{1F1E9}\u{1F1EA} \"quoted\"\nnext"
    let server = try ChatFixture.server { _ in
      ChatFixture.reply(text, promptTokens: 31).flatMap { step -> [RawServer.Step] in
        guard case .send(let bytes) = step else { return [step] }
        return bytes.map { .send([$0]) }
      }
    }
    let reply = try await ChatFixture.model(at: server).reply(to: .asking("Hello?"))
    #expect(reply.text == text)
    #expect(
      reply.summary == GenerationSummary(promptTokens: 31, cachedTokens: 0, replyTokens: 7, reason: .complete))
  }

  @Test func aRequestSaysWhatTheOptionsSay() async throws {
    let server = try ChatFixture.server()
    let model = try await ChatFixture.model(at: server, key: "secret")
    var request = LanguageModelRequest.asking(
      "Hi", stop: ["END"], limit: 9, sampling: .random(probabilityThreshold: 0.5, seed: 7), temperature: 0.25)
    request.schema = #"{"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "number"}}}"#
    _ = try await model.reply(to: request)
    let sent = try #require(server.requests.last)
    #expect(sent.head.contains("Authorization: Bearer secret") && sent.method == "POST")
    let body = sent.json
    #expect(body["model"] as? String == "m" && body["stream"] as? Bool == true)
    #expect(body["max_tokens"] as? Int == 9 && body["temperature"] as? Double == 0.25)
    #expect(body["top_p"] as? Double == 0.5 && body["seed"] as? Int == 7 && body["stop"] as? [String] == ["END"])
    #expect((body["messages"] as? [[String: String]])?.map { $0["role"] } == ["system", "user"])
    #expect((body["stream_options"] as? [String: Bool])?["include_usage"] == true)
    #expect(
      sent.body.contains(
        #""response_format": {"type": "json_schema", "json_schema": {"name": "reply", "strict": true, "schema": "#
          + #"{"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "number"}}}}}"#))
    _ = try await model.reply(to: .asking("Hi"))
    #expect(server.requests.last?.json["temperature"] as? Double == 0)
    #expect(server.requests.last?.json["response_format"] == nil)
  }

  @Test func thoughtsThatWereNotAskedForAreLeftOut() async throws {
    let server = try ChatFixture.server { _ in
      [
        .eventHead, .event(ChatFixture.delta("Hm.", name: "reasoning_content")),
        .event(ChatFixture.delta("Hm?", name: "reasoning")), .event(ChatFixture.delta("<think>Well")),
        .event(ChatFixture.delta("…</think>\n\nNow: 5.")),
        .event(#"{"choices": [{"delta": {"content": null}, "finish_reason": "length"}]}"#), .event("[DONE]"),
      ]
    }
    let reply = try await ChatFixture.model(at: server).reply(to: .asking("?"))
    #expect(reply.text == "Now: 5." && reply.summary?.reason == .length)
    #expect(reply.thought.isEmpty && reply.summary?.reasoningTokens == 0)
  }

  @Test func aStopSequenceEndsTheReplyEvenIfTheServerGoesOn() async throws {
    let server = try ChatFixture.server { _ in
      [.eventHead, .event(ChatFixture.delta("one EN")), .event(ChatFixture.delta("D two")), .hold]
    }
    let reply = try await ChatFixture.model(at: server).reply(to: .asking("?", stop: ["END"]))
    #expect(reply.text == "one " && reply.summary?.reason == .complete)
    try await server.waitUntilClientCloses()
  }

  @Test func cancellationClosesTheConnection() async throws {
    let server = try ChatFixture.server { _ in [.eventHead, .event(ChatFixture.delta("one")), .hold] }
    let model = try await ChatFixture.model(at: server)
    let task = Task { try await model.reply(to: .asking("?")) }
    while server.requests.last?.path != "/v1/chat/completions" { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    try await server.waitUntilClientCloses()
    _ = try? await task.value
  }

  @Test func releasingTheStreamClosesTheConnection() async throws {
    let server = try ChatFixture.server { _ in [.eventHead, .event(ChatFixture.delta("one ")), .hold] }
    let model = try await ChatFixture.model(at: server)
    for try await event in model.generate(.asking("?")) {
      #expect(event == .text("one "))
      break
    }
    try await server.waitUntilClientCloses()
  }

  @Test func theWindowIsThatOfTheServer() async throws {
    let ollama = try ChatFixture.server(other: { request in
      switch request.path {
      case "/api/version": [.response(#"{"version": "0.12.0"}"#)]
      case "/api/show":
        [.response(#"{"capabilities": ["completion", "thinking"], "model_info": {"x.context_length": 9}}"#)]
      case "/api/generate": [.response(#"{"done": true}"#)]
      case "/api/ps": [.response(#"{"models": [{"name": "m", "context_length": 2000}]}"#)]
      default: nil
      }
    })
    let model = try await ChatFixture.model(at: ollama)
    #expect(model.contextSize == 2000)
    #expect(try await ChatFixture.model(at: ollama, contextSize: 1000).contextSize == 1000)
    _ = try await model.reply(to: .asking("?"))
    #expect(ollama.requests.last?.json["reasoning_effort"] as? String == "none")

    let old = try ChatFixture.server(other: { request in
      switch request.path {
      case "/api/version": [.response(#"{"version": "0.3.0"}"#)]
      case "/api/show": [.response(#"{"parameters": "stop \"<|im_end|>\"\nnum_ctx                        1024"}"#)]
      case "/api/generate": [.response(#"{"done": true}"#)]
      case "/api/ps": [.response(#"{"models": [{"name": "m"}]}"#)]
      default: nil
      }
    })
    #expect(try await ChatFixture.model(at: old).contextSize == 1024)

    let studio = try ChatFixture.server(other: { request in
      request.path == "/api/v0/models"
        ? [.response(#"{"data": [{"id": "m", "max_context_length": 9000, "loaded_context_length": 3000}]}"#)]
        : request.path == "/props" || request.path == "/api/version"
          ? [.response(#"{"error": "Unexpected endpoint or method. (GET \#(request.path)). Returning 200 anyway"}"#)]
          : nil
    })
    #expect(try await ChatFixture.model(at: studio).contextSize == 3000)
    #expect(try await ChatFixture.model(at: ChatFixture.server()).contextSize == 4096)
  }

  @Test func vLLMCountsTokensAndContinuesReplies() async throws {
    let server = try ChatFixture.server(other: { request in
      switch request.path {
      case "/v1/models": [.response(#"{"data": [{"id": "m", "max_model_len": 512}]}"#)]
      case "/tokenize": [.response(#"{"count": \#(request.body.contains("messages") ? 77 : 5), "max_model_len": 512}"#)]
      default: nil
      }
    })
    let model = try await ChatFixture.model(at: server)
    #expect(model.contextSize == 512 && model.capabilities.contains(.replyPrefix))
    let request = LanguageModelRequest.asking("?", replyPrefix: "So")
    #expect(try await model.tokenCount(for: request) == 77)
    #expect(try await model.tokenCount(of: "text") == 5)
    _ = try await model.reply(to: request)
    let body = try #require(server.requests.last?.json)
    #expect(body["continue_final_message"] as? Bool == true && body["add_generation_prompt"] as? Bool == false)
    #expect((body["messages"] as? [[String: String]])?.last == ["role": "assistant", "content": "So"])
  }

  @Test func aCutPromptIsAnErrorAndNotAnAnswer() async throws {
    let server = try ChatFixture.server { _ in ChatFixture.reply("Nonsense.", promptTokens: 100) }
    let model = try await ChatFixture.model(at: server)
    let long = String(repeating: "several words of a note ", count: 100)
    await #expect(throws: ServerError.promptCut(address: server.address, evaluated: 100)) {
      try await model.reply(to: .asking(long))
    }
    #expect(try await model.reply(to: .asking("short")).text == "Nonsense.")
  }

  @Test func whatDoesNotFitIsNotSent() async throws {
    let server = try ChatFixture.server()
    let model = try await ChatFixture.model(at: server, contextSize: 256)
    let request = LanguageModelRequest.asking(String(repeating: "several words ", count: 300))
    let count = try await model.tokenCount(for: request)
    await #expect(throws: LanguageModelError.contextSizeExceeded(contextSize: 256, tokenCount: count)) {
      try await model.reply(to: request)
    }
    #expect(!server.requests.contains { $0.path.hasSuffix("completions") })
  }

  @Test func theModelIsTheNamedOneOrTheOnlyOne() async throws {
    let several = try ChatFixture.server(other: { request in
      request.path == "/v1/models" ? [.response(#"{"data": [{"id": "a"}, {"id": "b:latest"}]}"#)] : nil
    })
    let address = several.address
    #expect(try await ChatFixture.model(at: several, named: "b").name == "b:latest")
    await #expect(throws: ServerError.unknownModel(nil, available: ["a", "b:latest"], address: address)) {
      try await ChatFixture.model(at: several)
    }
    await #expect(throws: ServerError.unknownModel("c", available: ["a", "b:latest"], address: address)) {
      try await ChatFixture.model(at: several, named: "c")
    }
    #expect(try await ChatFixture.model(at: ChatFixture.server()).name == "m")
  }
}
