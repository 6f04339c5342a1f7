import Foundation
import JSONSchema
import LanguageModels
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
}
