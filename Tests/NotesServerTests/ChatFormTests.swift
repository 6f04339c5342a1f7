import Foundation
import JSONSchema
import LanguageModels
import Synchronization
import TestSupport
import Testing

import NotesServer

/// The forms that chat programs read, byte by byte, in `Golden`; `RENEW_GOLDEN=1` writes them anew.
@Suite struct ChatFormTests {
  private static let question = "With what is the starter fed?"
  private static let chat: JSONValue = ["messages": [["role": "user", "content": .string(question)]]]

  private static let streamed: JSONValue = ["stream": true, "stream_options": ["include_usage": true]]

  @Test(
    arguments: [
      ("chat.txt", "/v1/chat/completions", chat),
      ("chat-stream.txt", "/v1/chat/completions", chat.setting(streamed)),
      ("response.txt", "/v1/responses", ["input": .string(question)]),
      ("response-stream.txt", "/v1/responses", ["input": .string(question), "stream": true]),
      ("models.txt", "/v1/models", .null),
    ] as [(String, String, JSONValue)])
  func theFormIsAsDocumented(name: String, path: String, body: JSONValue) async throws {
    let client = try await TestNotesServer()
    let text = await (body == .null ? client.send("GET", path) : client.send("POST", path, body)).text
    // What differs each time.
    let stable = text.replacing(/(chatcmpl-|resp_|msg_)[0-9a-f]{32}/) { $0.1 + "ID" }
      .replacing(/"(created|created_at)": [0-9]{9,}/) { "\"\($0.1)\": 0" }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/" + name)
    if ProcessInfo.processInfo.environment["RENEW_GOLDEN"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(stable.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == stable)
  }

  @Test func aRefusalSaysSoInTheText() async throws {
    let client = try await TestNotesServer()
    let answer = try await client.json(
      "POST", "/v1/chat/completions",
      ["messages": [["role": "user", "content": "Who won the elections in Zanzibar's parliament?"]]])
    let message = answer["choices"]?.elements.first?["message"]
    #expect(message?["content"]?.string?.hasPrefix("Not in your notes.") == true)
    #expect(answer["citations"] == nil && answer["sources"] == nil)
  }

  /// A chat program's own request, for a title, is not searched for.
  @Test(arguments: [
    "### Task:\nGenerate a concise, 3-5 word title with an emoji.\n### Chat History:\n<chat_history>x</chat_history>",
    "Provide a concise, 5-word-or-less title for the conversation, using title case conventions.\n\nUser: starter?",
  ])
  func aTitleIsWrittenByTheModelAlone(prompt: String) async throws {
    let model = ScriptedLanguageModel { request in
      request.messages.contains { $0.content.contains("rye flour") } ? "searched" : "Bread"
    }
    let client = try await TestNotesServer(model: model)
    let answer = try await client.json(
      "POST", "/v1/chat/completions", ["messages": [["role": "user", "content": .string(prompt)]]])
    #expect(answer["choices"]?.elements.first?["message"]?["content"]?.string == "Bread")
  }

  /// The answers of earlier turns come back with their marks and sources, which are not part of what was said.
  @Test func earlierTurnsLoseTheirMarks() async throws {
    let model = ScriptedLanguageModel { request in
      let isMarked = request.messages.contains { $0.content.contains("[1]") && $0.role == .assistant }
      return isMarked ? "marked" : TestNotesServer.reply
    }
    let client = try await TestNotesServer(model: model)
    let first: JSONValue = ["role": "user", "content": .string(Self.question)]
    let turns: JSONValue = [
      first, ["role": "assistant", "content": "With rye flour [1].\n\n[1] kitchen/bread.md:3"],
      ["role": "user", "content": "How much of it is the starter fed?"],
    ]
    let answer = try await client.json("POST", "/v1/chat/completions", ["messages": turns])
    let text = answer["choices"]?.elements.first?["message"]?["content"]?.string ?? ""
    #expect(text.contains("50 g") && !text.contains("marked"))
  }

  @Test func aStopIsNeverShown() async throws {
    let model = ScriptedLanguageModel { _ in "one two STOP three" }
    let client = try await TestNotesServer(model: model)
    let chat: JSONValue = [
      "model": .string(model.name), "stop": "STOP", "stream": true,
      "messages": [["role": "user", "content": "Count."]],
    ]
    let events = try await client.events("/v1/chat/completions", chat)
    let text = events.compactMap { $0.json?["choices"]?.elements.first?["delta"]?["content"]?.string }.joined()
    #expect(text == "one two ")
  }

  /// The tokens of an answer that a stop ended were used all the same.
  @Test func aStoppedAnswerHasItsUsage() async throws {
    let model = ScriptedLanguageModel { _ in "one two STOP three" }
    let client = try await TestNotesServer(model: model)
    let answer = try await client.json(
      "POST", "/v1/chat/completions",
      ["model": .string(model.name), "stop": "STOP", "messages": [["role": "user", "content": "Count."]]])
    let usage = answer["usage"]
    #expect((usage?["completion_tokens"]?.integer ?? 0) > 1 && (usage?["prompt_tokens"]?.integer ?? 0) > 1)
    #expect(
      usage?["total_tokens"]?.integer == (usage?["completion_tokens"]?.integer ?? 0)
        + (usage?["prompt_tokens"]?.integer ?? 0))
  }

  @Test func anAnswerFromTheNotesEndsBeforeAStop() async throws {
    let client = try await TestNotesServer()
    for (stop, wanted) in [("of rye", "The starter is fed with 50 g "), ("\n\n", TestNotesServer.reply + " [1]")] {
      let body = Self.chat.setting(["stop": .string(stop)])
      let answer = try await client.json("POST", "/v1/chat/completions", body)
      #expect(answer["choices"]?.elements.first?["message"]?["content"]?.string == wanted)
      let events = try await client.events("/v1/chat/completions", body.setting(["stream": true]))
      let text = events.compactMap { $0.json?["choices"]?.elements.first?["delta"]?["content"]?.string }.joined()
      #expect(text == wanted)
    }
  }

  @Test func samplingReachesTheAnswerFromTheNotes() async throws {
    let seen = Mutex<[GenerationOptions]>([])
    let model = ScriptedLanguageModel { request in
      seen.withLock { $0.append(request.options) }
      return TestNotesServer.reply + "\"}"
    }
    let client = try await TestNotesServer(model: model)
    _ = try await client.json(
      "POST", "/v1/chat/completions",
      Self.chat.setting(["temperature": .double(0.5), "top_p": .double(0.9), "seed": 7, "max_tokens": 33]))
    let wanted = GenerationOptions(
      samplingMode: .random(probabilityThreshold: 0.9, seed: 7), temperature: 0.5, maximumResponseTokens: 33)
    #expect(seen.withLock { $0 }.contains(wanted))
  }

  /// What cannot be had is refused, never left out without a word.
  @Test(
    arguments: [
      ["logprobs": true], ["top_logprobs": 2], ["frequency_penalty": .double(0.5)], ["presence_penalty": 1],
      ["logit_bias": ["5": 1]], ["n": 2], ["functions": []], ["stop": ""],
      ["stop": "x", "response_format": ["type": "json_object"]], ["response_format": ["type": "xml"]],
    ] as [JSONValue])
  func whatIsNotSupportedIsRefused(members: JSONValue) async throws {
    let client = try await TestNotesServer()
    for model in ["notes", "scripted"] {
      let (status, text) = await client.send(
        "POST", "/v1/chat/completions", Self.chat.setting(["model": .string(model)]).setting(members))
      #expect(status == 400 || model == "scripted" && status == 404, "\(text)")
    }
    let harmless: JSONValue = ["logprobs": false, "frequency_penalty": 0, "logit_bias": [:], "n": 1, "user": "me"]
    #expect(await client.status("POST", "/v1/chat/completions", Self.chat.setting(harmless)) == 200)
  }

  @Test func onlyTheLastEventOfAStreamHasTheUsage() async throws {
    let client = try await TestNotesServer()
    let events = try await client.events("/v1/chat/completions", Self.chat.setting(Self.streamed)).compactMap(\.json)
    #expect(events.dropLast().allSatisfy { $0["usage"] == .null } && events.count > 3)
    #expect((events.last?["usage"]?["total_tokens"]?.integer ?? 0) > 0)
  }

  @Test func anAnswerFromTheNotesFollowsASchema() async throws {
    let model = ScriptedLanguageModel { _ in #"{"grams": 50}"# }
    let client = try await TestNotesServer(model: model)
    let schema: JSONValue = [
      "type": "object", "properties": ["grams": ["type": "integer"]], "required": ["grams"],
    ]
    let wrapped: JSONValue = ["name": "dose", "strict": true, "schema": schema]
    let chat = Self.chat.setting(["response_format": ["type": "json_schema", "json_schema": wrapped]])
    let answer = try await client.json("POST", "/v1/chat/completions", chat)
    let text = answer["choices"]?.elements.first?["message"]?["content"]?.string ?? ""
    #expect(try JSONParser.parse(text) == ["grams": 50] && answer["outcome"] == "answered", "\(answer.text)")
    #expect(answer["citations"]?.elements.isEmpty == false)
    let response = try await client.json(
      "POST", "/v1/responses",
      ["input": .string(Self.question), "text": ["format": wrapped.setting(["type": "json_schema"])]])
    let part = response["output"]?.elements.first?["content"]?.elements.first
    #expect(try JSONParser.parse(part?["text"]?.string ?? "") == ["grams": 50], "\(response.text)")
  }

  @Test func aQuestionThatTheNotesDoNotAnswerIsRefusedInJSON() async throws {
    let client = try await TestNotesServer()
    let chat: JSONValue = [
      "messages": [["role": "user", "content": "Who won the elections in Zanzibar's parliament?"]],
      "response_format": ["type": "json_object"],
    ]
    let message = try await client.json("POST", "/v1/chat/completions", chat)["choices"]?.elements.first?["message"]
    #expect(message?["content"] == .null && message?["refusal"]?.string?.hasPrefix("Not in your notes") == true)
  }

  @Test func tokenIDsAreRefusedWithTheRemedy() async throws {
    let client = try await TestNotesServer()
    for input in [[1, 2], [[1, 2], [3]]] as [JSONValue] {
      let (status, text) = await client.send("POST", "/v1/embeddings", ["input": input])
      #expect(status == 400 && text.contains("check_embedding_ctx_length=False"), "\(text)")
    }
    #expect(await client.status("POST", "/v1/embeddings", ["input": ["rye", "bread"]]) == 200)
  }

  @Test func aResponseCallsTheToolsOfTheRequest() async throws {
    let model = ScriptedLanguageModel { request in
      request.messages.contains { $0.content.contains("31 °C") }
        ? "It is 31 °C." : #"{"name": "readTemperature", "arguments": {"room": "attic"}}"#
    }
    let client = try await TestNotesServer(model: model)
    let tool: JSONValue = [
      "type": "function", "name": "readTemperature", "description": "Reads the temperature of a room.",
      "parameters": ["type": "object", "properties": ["room": ["type": "string"]], "required": ["room"]],
    ]
    let request: JSONValue = [
      "model": .string(model.name), "input": "How warm is it in the attic?", "tools": [tool], "tool_choice": "required",
    ]
    let response = try await client.json("POST", "/v1/responses", request)
    let call = try #require(response["output"]?.elements.first)
    #expect(call["type"] == "function_call" && call["name"] == "readTemperature", "\(response.text)")
    #expect(try JSONParser.parse(call["arguments"]?.string ?? "") == ["room": "attic"])
    let events = try await client.events("/v1/responses", request.setting(["stream": true])).compactMap(\.name)
    #expect(events.contains("response.function_call_arguments.done") && events.last == "response.completed")
    #expect(!events.contains("response.output_text.delta"))
    let after = try await client.json(
      "POST", "/v1/responses",
      request.setting([
        "tool_choice": "auto",
        "input": [
          ["role": "user", "content": "How warm is it in the attic?"], call,
          ["type": "function_call_output", "call_id": call["call_id"] ?? "", "output": "31 °C"],
        ],
      ]))
    let text = after["output"]?.elements.first?["content"]?.elements.first?["text"]?.string
    #expect(text == "It is 31 °C.", "\(after.text)")
  }
}
