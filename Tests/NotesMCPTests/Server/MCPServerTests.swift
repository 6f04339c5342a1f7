import Foundation
import Indexer
import JSONSchema
import LanguageModels
import Synchronization
import TestSupport
import Testing

import NotesMCP

/// What every revision of the protocol asks of a server.
@Suite struct MCPServerTests {
  @Test func aHandshakeAgreesOnARevision() async throws {
    let client = try await TestClient(isStateless: false)
    for (wanted, agreed) in [
      ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
    ] {
      let result = await client.result(
        "initialize", ["protocolVersion": .string(wanted), "capabilities": [:], "clientInfo": ["name": "t"]])
      #expect(result["protocolVersion"]?.string == agreed)
      #expect(result["serverInfo"]?["version"] == "1.2" && result["resultType"] == nil)
    }
    #expect(await client.result("ping") == [:])
    #expect(await client.result("server/discover")["code"]?.integer == -32601)
    #expect(await client.result("initialize")["code"]?.integer == -32602)
    #expect(await client.result("resources/read", ["uri": "note:///none.md"])["code"]?.integer == -32002)
  }

  /// One revision lets a client send several messages as one, which are answered as one.
  @Test func aBatchIsAnsweredTogether() async throws {
    let client = try await TestClient(isStateless: false)
    _ = await client.result(
      "initialize", ["protocolVersion": "2025-03-26", "capabilities": [:], "clientInfo": ["name": "t"]])
    let sent = Mutex<[JSONValue]>([])
    let ping: JSONValue = ["jsonrpc": "2.0", "method": "ping"]
    let batch: JSONValue = [
      ping.setting(["id": 7]), ["jsonrpc": "2.0", "method": "notifications/initialized"], ping.setting(["id": "a"]), 5,
    ]
    await client.server.receive(batch.text) { message in sent.withLock { $0.append(message) } }
    await client.server.untilAnswered()
    let answers = sent.withLock { $0 }
    #expect(answers.count == 1)
    let all = answers.first?.elements ?? []
    #expect(all.count == 3 && all.compactMap { $0["id"]?.text }.sorted() == ["\"a\"", "7"])
    #expect(all.contains { $0["error"]?["code"]?.integer == -32600 })
  }

  @Test func theStatelessRevisionNeedsNone() async throws {
    let client = try await TestClient()
    let found = await client.result("server/discover")
    #expect(found["supportedVersions"]?.elements.first == "2026-07-28")
    #expect(found["resultType"] == "complete" && found["ttlMs"]?.integer != nil && found["cacheScope"] == "public")
    for method in ["tools/list", "resources/list", "prompts/list", "resources/templates/list"] {
      let result = await client.result(method)
      #expect(result["resultType"] == "complete" && result["ttlMs"] != nil && result["cacheScope"] != nil)
      #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "rag")
    }
    for gone in ["initialize", "ping", "resources/subscribe", "logging/setLevel"] {
      #expect(await client.result(gone)["code"]?.integer == -32601, "\(gone)")
    }
    #expect(await client.result("resources/read", ["uri": "note:///none.md"])["code"]?.integer == -32602)
  }

  @Test func bothErasOfferTheSame() async throws {
    let (old, new) = (try await TestClient(isStateless: false), try await TestClient())
    for method in ["tools/list", "resources/templates/list", "prompts/list"] {
      let names = ["tools", "resourceTemplates", "prompts"].compactMap { $0 }
      let (before, after) = (await old.result(method), await new.result(method))
      #expect(names.contains { before[$0] != nil && before[$0] == after[$0] })
    }
    let tools = await new.result("tools/list")["tools"]?.elements ?? []
    #expect(tools.map { $0["name"]?.string } == ["search", "fetch", "ask", "list", "status"])
    for tool in tools {
      #expect(tool["annotations"]?["readOnlyHint"] == true && tool["annotations"]?["openWorldHint"] == false)
      #expect(tool["inputSchema"]?["type"] == "object" && tool["outputSchema"]?["type"] == "object")
    }
  }

  @Test func eachRequestIsAnsweredOnce() async throws {
    let client = try await TestClient()
    for _ in 0..<200 { _ = await client.begin("tools/call", ["name": "status", "arguments": [:]]) }
    await client.server.finish { _ in }
    #expect(client.messages.count == 200)
    #expect(Set(client.messages.compactMap { $0["id"]?.integer }).count == 200)
  }

  @Test func notificationsAndStrayAnswersAreNotAnswered() async throws {
    let client = try await TestClient()
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"nothing/known"}"#,
      #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#,
    ] { await client.send(line) }
    await client.server.finish { _ in }
    #expect(client.messages.isEmpty)
  }

  /// A client with a question whose answer halts until `opening` is finished, and the id of its request.
  private func clientThatAsks() async throws -> (
    client: TestClient, id: JSONValue, opening: AsyncStream<Void>.Continuation
  ) {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let script = ScriptedLanguageModel { _ in "It is 4.5 bar." }
    let client = try await TestClient(model: HaltingLanguageModel(base: script, haltingAfter: 1, until: gate))
    let question: JSONValue = ["question": "What is the tyre pressure of the bicycle in front?"]
    let id = await client.begin("tools/call", ["name": "ask", "arguments": question], progressToken: "p")
    return (client, id, opening)
  }

  @Test func anIdInUseIsRefused() async throws {
    let (client, id, opening) = try await clientThatAsks()
    await client.send(#"{"jsonrpc":"2.0","id":\#(id.text),"method":"tools/list"}"#)
    #expect(await client.answer(to: id)["error"]?["code"]?.integer == -32600)
    opening.finish()
    await client.server.finish { _ in }
    #expect(client.messages.count { $0["id"] == id } == 2)
  }

  @Test func aCancelledRequestEndsUnanswered() async throws {
    let (client, id, opening) = try await clientThatAsks()
    _ = await client.first { $0["params"]?["message"] == "searching" }
    await client.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id.text)}}"#)
    // Others are answered meanwhile.
    #expect(await client.call("status")["isError"] == false)
    await client.server.finish { _ in }
    opening.finish()
    #expect(client.messages.allSatisfy { $0["id"] != id })
    let steps = client.messages.filter { $0["method"] == "notifications/progress" }
    #expect(steps.allSatisfy { $0["params"]?["progressToken"] == "p" })
  }

  /// A model notices late that nobody waits any more; meanwhile, other requests are read and answered.
  @Test func cancelledRequestsKeepNoPlace() async throws {
    let (client, first, opening) = try await clientThatAsks()
    var ids = [first]
    let question: JSONValue = ["question": "What is the tyre pressure of the bicycle in front?"]
    for _ in 0..<70 { ids.append(await client.begin("tools/call", ["name": "ask", "arguments": question])) }
    for id in ids {
      await client.send(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id.text)}}"#)
    }
    #expect(await client.call("status")["isError"] == false)
    opening.finish()
    await client.server.finish { _ in }
    #expect(client.messages.allSatisfy { message in !ids.contains { message["id"] == $0 } })
  }

  @Test func filtersOfASubscriptionAreChecked() async throws {
    let client = try await TestClient()
    for filter: JSONValue in [
      ["resourceSubscriptions": "x"], ["resourceSubscriptions": [7]], ["resourcesListChanged": "yes"],
    ] {
      #expect(await client.result("subscriptions/listen", ["notifications": filter])["code"]?.integer == -32602)
    }
    #expect(await client.result("tools/list", ["cursor": .null])["tools"] != nil)
    #expect(await client.result("tools/list", ["cursor": "x"])["code"]?.integer == -32602)
  }

  @Test func changesOfANoteAreTold() async throws {
    for isStateless in [true, false] {
      let client = try await TestClient(isStateless: isStateless)
      let uri: JSONValue = "note:///bike.md"
      if isStateless {
        let id = await client.begin(
          "subscriptions/listen", ["notifications": ["resourceSubscriptions": [uri], "toolsListChanged": true]])
        let told = await client.first { $0["method"] == "notifications/subscriptions/acknowledged" }
        #expect(told["params"]?["notifications"] == ["resourceSubscriptions": [uri]])
        #expect(told["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == id)
      } else {
        #expect(await client.result("resources/subscribe", ["uri": uri]) == [:])
      }
      // The first look may be still to come: changes until one is told.
      var count = 0
      while !client.messages.contains(where: { $0["method"] == "notifications/resources/updated" }) {
        count += 1
        try client.folder.write(Notes.bike + "\nLine \(count).\n", to: "notes/bike.md")
        _ = try await client.index.update(from: client.notes)
        try await Task.sleep(for: .milliseconds(300))
      }
      let update = await client.first { $0["method"] == "notifications/resources/updated" }
      #expect(update["params"]?["uri"] == uri)
      await client.server.finish { _ in }
    }
  }
}
