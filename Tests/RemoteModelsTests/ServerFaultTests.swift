import Foundation
import LanguageModels
import RemoteModels
import TestSupport
import Testing

/// Each fault of a server ends in one line that says what is wrong.
@Suite struct ServerFaultTests {
  /// Returns the message of the error in which a completion ends. `ADDRESS` in it is that of the server.
  private func message(
    stallTimeout: Duration = .seconds(60), _ steps: [RawServer.Step]
  ) async throws -> String {
    let server = try ChatFixture.server { _ in steps }
    let model = try await ChatFixture.model(at: server, stallTimeout: stallTimeout)
    let error = await #expect(throws: (any Error).self) { try await model.reply(to: .asking("?")) }
    let message = error?.localizedDescription ?? ""
    #expect(!message.contains { $0.isNewline || $0 == "\u{1B}" } && message.count < 400, "\(message)")
    return message.replacing(server.address, with: "ADDRESS")
  }

  @Test(arguments: [
    (#"{"error": {"message": "out of memory", "type": "api_error"}}"#, "out of memory"),
    (#"{"error": "out of memory"}"#, "out of memory"), (#"{"detail": "out of memory"}"#, "out of memory"),
    (#"{"message": "out\u001b[31m of\nmemory"}"#, "out [31m of memory"), ("out of memory", "out of memory"),
    ("<html><body>Oops</body></html>", ""), ("", ""),
  ])
  func aStatusIsShownWithTheServersWords(_ body: String, _ words: String) async throws {
    let message = try await message([.response(body, status: "500 Internal Server Error")])
    #expect(message == "ADDRESS failed with status 500" + (words.isEmpty ? "" : ": \(words)"))
  }

  @Test func longWordsOfAServerAreCut() async throws {
    let body = #"{"error": "\#(String(repeating: "blah ", count: 5000))"}"#
    #expect(try await message([.response(body, status: "500 Oops")]).hasSuffix("blah blah …"))
  }

  @Test func everyOtherFaultHasItsLine() async throws {
    let text = RawServer.Step.event(ChatFixture.delta("Half"))
    let interrupted = "ADDRESS closed the connection in the middle of a reply"
    #expect(try await message([.eventHead, text]) == interrupted)
    #expect(try await message([.eventHead, text, .reset]) == interrupted)
    #expect(try await message([]) == interrupted)
    #expect(try await message([.reset]) == interrupted)
    let short = RawServer.Step.text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 999\r\n\r\n")
    #expect(try await message([short, text]) == interrupted)
    let wrong = "ADDRESS does not speak the expected API: "
    #expect(try await message([.eventHead, .event("{not json")]) == wrong + "an event of its reply is not JSON")
    #expect(try await message([.response(#"{"choices": []}"#)]) == wrong + "its reply is not an event stream")
    #expect(try await message([.response(#"{"error": "not today"}"#)]) == "ADDRESS failed with status 200: not today")
    #expect(
      try await message([.eventHead, text, .event(#"{"error": {"code": 500, "message": "GPU lost"}}"#)])
        == "ADDRESS failed with status 500: GPU lost")
    #expect(try await message([.response("{}", status: "401 Unauthorized")]) == "ADDRESS wants a key")
    #expect(
      try await message([.response("{}", status: "302 Found", more: "Location: http://127.0.0.1:1/\r\n")])
        == "ADDRESS failed with status 302")
    #expect(try await message([.text("SSH-2.0-OpenSSH\r\n")]).hasPrefix("no connection to ADDRESS: "))
  }

  @Test func faultsThatModelsShareAreErrorsOfModels() async throws {
    func error(_ steps: [RawServer.Step], stallTimeout: Duration = .seconds(60)) async throws -> LanguageModelError? {
      let server = try ChatFixture.server { _ in steps }
      let model = try await ChatFixture.model(at: server, stallTimeout: stallTimeout)
      return await #expect(throws: LanguageModelError.self) { try await model.reply(to: .asking("?")) }
    }
    let before = Date()
    let limited = try await error([.response("{}", status: "429 Too Many Requests", more: "Retry-After: 30\r\n")])
    guard case .rateLimited(let date?)? = limited else { return #expect(limited == nil, "not rateLimited") }
    #expect((30...90).contains(date.timeIntervalSince(before)))
    #expect(try await error([.response("{}", status: "429 Too Many Requests")]) == .rateLimited(resetDate: nil))
    let body = #"{"error": {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9, "n_ctx": 8}}"#
    #expect(
      try await error([.response(body, status: "400 Bad Request")])
        == .contextSizeExceeded(contextSize: 8, tokenCount: 9))
    let words = #"{"error": {"message": "This model's maximum context length is 100 tokens."}}"#
    guard case .contextSizeExceeded(4096, _)? = try await error([.response(words, status: "400 Bad Request")]) else {
      return #expect(Bool(false), "not contextSizeExceeded")
    }
    #expect(try await error([.hold], stallTimeout: .milliseconds(1500)) == .timeout)
    #expect(try await error([.eventHead, .hold], stallTimeout: .milliseconds(1500)) == .timeout)
  }

  @Test func anUnknownModelIsNamedWithThoseThatTheServerHas() async throws {
    let gone = RawServer.Step.response(#"{"error": {"message": "model not found"}}"#, status: "404 Not Found")
    #expect(try await message([gone]) == "ADDRESS failed with status 404: model not found")
    let lists = Recorded<String>()
    let server = try ChatFixture.server(
      complete: { _ in [gone] },
      other: { request in
        guard request.path == "/v1/models" else { return nil }
        lists.append(request.path)
        return [.response(lists.all.count == 1 ? ChatFixture.models : #"{"data": [{"id": "n"}]}"#)]
      })
    let model = try await ChatFixture.model(at: server)
    await #expect(throws: ServerError.unknownModel("m", available: ["n"], address: server.address)) {
      try await model.reply(to: .asking("?"))
    }
  }

  @Test func aServerThatLoadsIsAskedAgainButNeverAfterAReplyHasBegun() async throws {
    let requests = Recorded<String>()
    let server = try ChatFixture.server { request in
      requests.append(request.path)
      return requests.all.count < 3
        ? [.response(#"{"error": {"message": "Loading model"}}"#, status: "503 Service Unavailable")]
        : requests.all.count == 3
          ? ChatFixture.reply("Here.") : [.eventHead, .event(ChatFixture.delta("Half")), .reset]
    }
    let model = try await ChatFixture.model(at: server)
    #expect(try await model.reply(to: .asking("?")).text == "Here.")
    await #expect(throws: ServerError.interrupted(address: server.address)) { try await model.reply(to: .asking("?")) }
    #expect(requests.all.count == 4)
    #expect(
      try await message([.response(#"{"error": {"message": "Loading model"}}"#, status: "503 Service Unavailable")])
        == "ADDRESS failed with status 503: Loading model")
  }

  @Test func whereNothingListensTheAddressIsNamed() async throws {
    // A port that was just given up.
    let address = try RawServer { _ in [] }.address
    await #expect(throws: ServerError.refused(address: address)) {
      try await ServerLanguageModel(ServerClient(address: ServerAddress(address), retryDelays: []))
    }
  }

  @Test func aPageOfAnotherServerIsNoAPI() async throws {
    let server = try RawServer { _ in [.response("<html>It works!</html>", type: "text/html")] }
    let error = await #expect(throws: ServerError.self) { try await ChatFixture.model(at: server) }
    #expect(
      error == .invalidReply(address: server.address, reason: "what it sent for /v1/models is not JSON"))
  }
}
