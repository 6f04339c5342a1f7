import Embedding
import Foundation
import LanguageModels
import RemoteModels
import Synchronization
import TestSupport
import Testing

/// What is sent to a server for vectors and scores, and what becomes of its replies and faults.
@Suite struct ServerEncoderTests {
  /// A server with one model, `m`, whose replies for vectors or scores a test decides. The probe for `a` is answered
  /// with a vector of two dimensions.
  private func server(_ respond: @escaping @Sendable (RawServer.Request) -> [RawServer.Step]) throws -> RawServer {
    try ChatFixture.server(other: { request in
      guard ["/v1/embeddings", "/v1/rerank"].contains(request.path) else { return nil }
      if request.json["input"] as? [String] == ["a"] { return [.response(Self.vectors([[1, 0]]))] }
      return respond(request)
    })
  }

  private static func vectors(_ vectors: [[Double]]) -> String {
    let entries = vectors.enumerated().map { #"{"index": \#($0), "embedding": \#($1)}"# }
    return #"{"data": [\#(entries.joined(separator: ", "))]}"#
  }

  private func client(_ server: RawServer) throws -> ServerClient {
    ServerClient(
      address: try ServerAddress(server.address), key: "secret", stallTimeout: .seconds(60),
      retryDelays: [.milliseconds(1), .milliseconds(1)])
  }

  private func encoder(
    _ prompts: RolePrompts = RolePrompts(),
    _ respond: @escaping @Sendable (RawServer.Request) -> [RawServer.Step]
  ) async throws -> (RawServer, ServerTextEncoder) {
    let server = try server(respond)
    return (server, try await ServerTextEncoder(client(server)) { _ in prompts })
  }

  @Test func textsAreSentInBatchesWithTheirPromptsAndTakenInTheirOrder() async throws {
    let prompts = RolePrompts(query: "query: ", document: "passage: ")
    let (server, encoder) = try await encoder(prompts) { request in
      let texts = request.json["input"] as? [String] ?? []
      let entries = texts.enumerated().reversed().map { index, text in
        #"{"index": \#(index), "embedding": [1, \#(text.split(separator: " ").last ?? "0")]}"#
      }
      return [.response(#"{"data": [\#(entries.joined(separator: ", "))]}"#)]
    }
    #expect(encoder.space.name == "m" && encoder.space.dimensions == 2)
    let vectors = try await encoder.encode((0..<70).map { "\($0)" })
    for (number, vector) in vectors.enumerated() {
      #expect(vector == UnitVector(normalizing: [1, Float(number)]))
    }
    _ = try await encoder.encode(["5"], as: .query)
    let requests = server.requests.filter { $0.path == "/v1/embeddings" }.dropFirst()
    let inputs = requests.map { $0.json["input"] as? [String] ?? [] }
    #expect(inputs.map(\.count) == [32, 32, 6, 1])
    #expect(inputs[0][0] == "passage: 0" && inputs[3] == ["query: 5"])
    #expect(requests.allSatisfy { $0.json["model"] as? String == "m" && $0.head.contains("Bearer secret") })
  }

  @Test func theSpaceIsTheModelsWhereverTheServerIs() async throws {
    let spaces = try await [RolePrompts(), RolePrompts(), RolePrompts(document: "passage: ")].asyncMap {
      try await encoder($0) { _ in [] }.1.space
    }
    #expect(spaces[0] == spaces[1] && spaces[0] != spaces[2])
  }

  @Test func aWindowThatTheServerNamesIsKept() async throws {
    let server = try RawServer { request in
      switch request.path {
      case "/v1/models": [.response(#"{"data": [{"id": "m:latest"}]}"#)]
      case "/api/show": [.response(#"{"model_info": {"bert.context_length": 256, "bert.x": 1}}"#)]
      default: [.response(Self.vectors([[3, 4]]))]
      }
    }
    let address = try ServerAddress(server.address + "#m")
    #expect(try await ServerTextEncoder(at: address).maximumTokens == 256)
  }

  @Test(arguments: [
    (vectors([[1, 0]]), "it sent 1 vectors for 2 texts"), ("{}", "it sent 0 vectors for 2 texts"),
    (vectors([[1, 0], [1, 0, 0]]), "it sent a vector of 3 dimensions instead of 2"),
    (vectors([[1, 0], []]), "a vector that it sent has no direction"),
    (vectors([[1, 0], [0, 0]]), "a vector that it sent has no direction"),
    (#"{"data": [{"index": 0, "embedding": [1, null]}, {"index": 1, "embedding": [1, 0]}]}"#, "has no direction"),
    (#"{"data": [{"index": 1, "embedding": [1, 0]}, {"index": 1, "embedding": [1, 0]}]}"#, "for text 1, of 2"),
    (#"{"data": [{"index": 9, "embedding": [1, 0]}, {"index": 1, "embedding": [1, 0]}]}"#, "for text 9, of 2"),
    ("<html>", "what it sent for /v1/embeddings is not JSON"),
  ])
  func repliesThatAreNotVectorsOfTheTextsAreRefused(_ reply: String, _ reason: String) async throws {
    let (server, encoder) = try await encoder { _ in [.response(reply)] }
    let error = await #expect(throws: ServerError.self) { try await encoder.encode(["one", "two"]) }
    let message = error?.localizedDescription ?? ""
    #expect(message.hasPrefix(server.address + " does not speak") && message.hasSuffix(reason), "\(message)")
  }

  @Test func faultsEndInTheirErrorAndAServerThatLoadsIsAskedAgain() async throws {
    let steps = Mutex<[[RawServer.Step]]>([])
    let (server, encoder) = try await encoder { _ in steps.withLock { $0.isEmpty ? [.reset] : $0.removeFirst() } }
    func error(_ first: [RawServer.Step]...) async -> (any Error)? {
      steps.withLock { $0 = first }
      return await #expect(throws: (any Error).self) { try await encoder.encode(["one", "two"]) }
    }
    let address = server.address
    #expect(await error([.reset]) as? ServerError == .interrupted(address: address))
    #expect(
      await error([.response("{}", status: "401 Unauthorized")]) as? ServerError == .unauthorized(address: address))
    #expect(
      await error([.response(#"{"error": "no"}"#, status: "500 Oops")]) as? ServerError
        == .failed(address: address, status: 500, message: "no"))
    #expect(
      await error([.response("{}", status: "429 Slow")]) as? LanguageModelError == .rateLimited(resetDate: nil))
    steps.withLock {
      $0 = [[.response("{}", status: "503 Loading")], [.response(Self.vectors([[1, 0], [0, 1]]))]]
    }
    #expect(try await encoder.encode(["one", "two"]).count == 2)
  }

  @Test func aTextThatIsAlwaysTooLongIsAnErrorInTheEnd() async throws {
    let (server, encoder) = try await encoder { _ in
      [.response(#"{"error": {"message": "input is too large to process"}}"#, status: "500 Oops")]
    }
    await #expect(throws: ServerError.self) { try await encoder.encode([String(repeating: "word ", count: 400)]) }
    #expect(server.requests.count < 40)
  }

  @Test func cancellationClosesTheConnection() async throws {
    let (server, encoder) = try await encoder { _ in [.hold] }
    let task = Task { try await encoder.encode(["one"]) }
    while server.requests.last?.json["input"] as? [String] != ["one"] { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    try await server.waitUntilClientCloses()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: [
    (#"{"results": [{"index": 1, "relevance_score": 0.5}, {"index": 0, "relevance_score": -2}]}"#, nil),
    (#"{"results": [{"index": 1, "relevance_score": 0.5}]}"#, "it sent 1 scores for 2 texts"),
    (#"{"results": [{"index": 2, "relevance_score": 0.5}]}"#, "a score that it sent is not one of a text"),
    (#"{"results": [{"index": 0, "relevance_score": 1e999}]}"#, "a score that it sent is not one of a text"),
    ("[]", "it sent 0 scores for 2 texts"),
  ])
  func scoresAreThoseOfTheTexts(_ reply: String, _ reason: String?) async throws {
    let server = try server { _ in [.response(reply)] }
    let reranker = try await ServerReranker(client(server))
    do {
      #expect(try await reranker.scores(of: ["one", "two"], for: "three") == [-2, 0.5] && reason == nil)
      let sent = server.requests.last?.json
      #expect(sent?["query"] as? String == "three" && sent?["documents"] as? [String] == ["one", "two"])
    } catch {
      #expect(error.localizedDescription.hasSuffix(reason ?? "no error"))
    }
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
