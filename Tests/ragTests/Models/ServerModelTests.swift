import Foundation
import TestSupport
import Testing

/// A language model behind a server, as a user of the command meets it.
@Suite struct ServerModelTests {
  /// A server with one model that replies with these texts in turn, and with the last one from then on.
  private func server(_ replies: String...) throws -> RawServer {
    let count = Recorded<Void>()
    return try RawServer { request in
      switch request.path {
      case "/v1/models": return [.response(#"{"data": [{"id": "tiny"}]}"#)]
      case "/v1/chat/completions":
        let reply = replies[min(count.all.count, replies.count - 1)]
        count.append(())
        let text = String(decoding: (try? JSONEncoder().encode(reply)) ?? Data(), as: UTF8.self)
        return [
          .eventHead, .event(#"{"choices": [{"delta": {"content": \#(text)}}]}"#),
          .event(#"{"choices": [{"delta": {}, "finish_reason": "stop"}]}"#), .event("[DONE]"),
        ]
      default: return [.response("{}", status: "404 Not Found")]
      }
    }
  }

  private func indexedNotes() async throws -> Notes {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    return notes
  }

  @Test(arguments: [
    #"{"answer": "It is 4.5 bar in front and 5 bar behind."}"#,
    "```json\n{\"answer\": \"It is 4.5 bar in front and 5 bar behind.\"}\n```",
    "<think>Which tyre?</think>It is 4.5 bar in front and 5 bar behind.",
  ])
  func anAnswerIsCitedInWhateverFormItComes(_ reply: String) async throws {
    let notes = try await indexedNotes()
    let server = try server(reply)
    let result = try await notes.rag("ask", "--model", server.address, "What is the tyre pressure?")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.hasPrefix("It is 4.5 bar in front and 5 bar behind. [1]"), "\(result.output)")
    #expect(result.output.contains("bike.md"))
    let sent = try #require(server.requests.last)
    #expect(sent.body.contains("Tyre pressure: 4.5 bar") && !sent.head.contains("Authorization"))
  }

  @Test func aConversationKeepsItsTurns() async throws {
    let notes = try await indexedNotes()
    let server = try server(
      #"{"answer": "It is 4.5 bar in front."}"#, "And behind?", #"{"answer": "It is 5 bar behind."}"#)
    let result = try await notes.rag(
      ["chat", "--model", server.address + "#tiny"], input: "What is the tyre pressure in front?\nAnd behind?\n")
    #expect(result.status == 0 && result.output.contains("It is 4.5 bar in front."), "\(result.errors)")
    #expect(result.output.contains("It is 5 bar behind."), "\(result.output)")
  }

  @Test func aSchemaIsSentAndTheReplyIsChecked() async throws {
    let notes = try await indexedNotes()
    let schema = try notes.folder.write(
      #"{"type": "object", "required": ["bar"], "properties": {"bar": {"type": "number"}}}"#, to: "bar.json")
    let question = "What is the tyre pressure in front?"
    let server = try server("```json\n{\"bar\": 4.5}\n```")
    let result = try await notes.rag("ask", "--model", server.address, "--schema", schema, question)
    #expect(result.status == 0 && result.output.contains(#""answer":{"bar":4.5}"#), "\(result.output)\(result.errors)")
    #expect(server.requests.last?.json["response_format"] != nil)
    let careless = try self.server(#"{"bar": "high"}"#)
    let wrong = try await notes.rag("ask", "--model", careless.address, "--schema", schema, question)
    #expect(wrong.status == 2 && wrong.errors.contains("should be"), "\(wrong.errors)")
  }

  @Test func eachMistakeHasOneLineThatSaysWhatToDo() async throws {
    let notes = try await indexedNotes()
    func errors(_ model: String, _ more: String...) async throws -> String {
      let result = try await notes.rag(["ask", "--model", model] + more + ["What is the tyre pressure?"])
      #expect(result.status == 2 && result.output.isEmpty, "\(result.output)")
      return result.errors
    }
    #expect(
      try await errors("http://192.0.2.7:8080/v1")
        == "rag: 192.0.2.7 is another machine, which would be sent passages of your notes: allow it with "
        + "--allow-remote\n")
    let closed = try RawServer { _ in [] }.address
    #expect(try await errors(closed) == "rag: no connection to \(closed): is the server running?\n")
    let server = try server("?")
    #expect(try await errors(server.address + "#huge") == "rag: \(server.address) has no model huge, only: tiny\n")
    let locked = try RawServer { _ in [.response("{}", status: "401 Unauthorized")] }
    #expect(try await errors(locked.address) == "rag: \(locked.address) wants a key: set RAG_API_KEY to it\n")
    #expect(
      try await errors("http://me@127.0.0.1/v1")
        == "rag: http://me@127.0.0.1/v1 is not the address of a server: it contains a user name\n")
  }

  @Test func theKeyIsSentOnlyAsAHeader() async throws {
    let notes = try await indexedNotes()
    let server = try server(#"{"answer": "It is 4.5 bar in front."}"#)
    let result = try await notes.rag(
      "ask", "--model", server.address, "What is the tyre pressure in front?", environment: ["RAG_API_KEY": "k-1"])
    #expect(result.status == 0)
    #expect(server.requests.allSatisfy { $0.head.contains("Authorization: Bearer k-1") && !$0.body.contains("k-1") })
  }
}
