import Foundation
import FrontWire
import JSONSchema
import LanguageModels
import TestSupport
import Testing

import NotesServer

/// What the server answers, in the same process.
@Suite struct ServerTests {
  @Test func aSearchHasPassagesWithIdsToReadOn() async throws {
    let client = try await TestNotesServer()
    let found = try await client.json("GET", "/search?q=rye+flour&limit=1")
    let passage = try #require(found["passages"]?.elements.first)
    #expect(passage["path"]?.string == "kitchen/bread.md" && found["version"]?.integer == 1)
    #expect(try await client.json("POST", "/search", ["query": "rye flour", "limit": 1]) == found)
    let id = try #require(passage["note"]?.string)
    let path = id.split(separator: ":")[0]
    let note = try await client.json("GET", "/notes?id=\(path)&line=2")
    #expect(note["lines"] == ["# Bread", "", "The starter is fed with 50 g of rye flour."])
  }

  @Test func theDocumentsArePaged() async throws {
    let notes = Dictionary(uniqueKeysWithValues: (1...7).map { ("n\($0).md", "# Note \($0)\n\nText.\n") })
    let client = try await TestNotesServer(notes)
    var (paths, cursor): ([String], String?) = ([], nil)
    repeat {
      let page = try await client.json("GET", "/documents?limit=3" + (cursor.map { "&cursor=\($0)" } ?? ""))
      paths += page["documents"]?.elements.compactMap { $0["path"]?.string } ?? []
      cursor = page["next"]?.string
    } while cursor != nil
    #expect(paths.sorted() == notes.keys.sorted())
    #expect(try await client.json("GET", "/documents?q=n3")["count"]?.integer == 1)
  }

  /// The parts of a stream, and the whole answer, are those that the program prints.
  @Test func anAnswerIsTheSameWholeAndInParts() async throws {
    let client = try await TestNotesServer()
    let question: JSONValue = ["question": "With what is the starter fed?"]
    let whole = try await client.json("POST", "/ask", question)
    #expect(whole["answer"]?.string == TestNotesServer.reply + " [1]" && whole["outcome"] == "answered")
    #expect(whole["sources"]?.elements.first?["note"]?.string?.hasPrefix("kitchen/bread.md:") == true)
    let events = try await client.events("/ask", question.setting(["stream": true]))
    let names = events.map(\.name)
    #expect(names.first == "progress" && names.last == "answer" && names.contains("passages"))
    let text = events.filter { $0.name == "delta" }.compactMap { $0.json?["text"]?.string }.joined()
    #expect(text == whole["answer"]?.string)
    #expect(events.last?.json?.setting(["usage": [:]]) == whole.setting(["usage": [:]]))
  }

  @Test func aQuestionThatFailsEndsTheStreamWithAnError() async throws {
    let client = try await TestNotesServer([:])
    let events = try await client.events("/ask", ["question": "Anything?", "stream": true])
    #expect(events.last?.name == "error" && events.last?.json?["error"]?["message"]?.string?.contains("empty") == true)
    #expect(await client.status("POST", "/ask", ["question": "Anything?"]) == 400)
  }

  @Test func thePageAddsAFolderAndIsToldOfTheProgress() async throws {
    let client = try await TestNotesServer()
    let other = client.folder.path + "/other"
    try client.folder.write("# Rose\n\nPrune the rose in March.\n", to: "other/rose.md")
    try client.folder.write("\u{0}\u{1}binary", to: "other/broken.md")
    #expect(await client.send("POST", "/index", ["folder": .string(other)]).status == 403)
    let before = try await client.json("GET", "/status")
    #expect(before["status"]?["documents"]?.integer == 2 && before["indexing"]?["running"] == false)
    for wrong in ["notes", "", " ", "/does/not/exist", other + "/rose.md"] {
      let (status, text) = await client.send("POST", "/index", ["folder": .string(wrong)], fromPage: true)
      #expect(status == 400, "\(wrong): \(text)")
    }
    let started = await client.send("POST", "/index", ["folder": .string(other)], fromPage: true)
    #expect(started.status == 202)
    let events = await client.send("GET", "/index").text
    let last = try #require(events.components(separatedBy: "data: ").last)
    let state = try JSONParser.parse(last)
    #expect(state["running"] == false && state["error"] == nil)
    #expect(state["failures"]?.elements.first?["file"]?.string == other + "/broken.md")
    let after = try await client.json("GET", "/status")
    #expect(after["status"]?["documents"]?.integer == 3)
    #expect(after["formats"]?.elements.map { $0["format"]?.string } == ["md"])
    #expect(after["formats"]?.elements.first?["read"]?.integer == 3)
    #expect(try await client.json("GET", "/search?q=prune+rose")["passages"]?.elements.isEmpty == false)
  }

  @Test func headIsAnsweredWhereGetIs() async throws {
    let client = try await TestNotesServer()
    for target in ["/status", "/search?q=rye", "/v1/models"] {
      #expect(await client.status("HEAD", target) == 200)
    }
    #expect(await client.status("HEAD", "/ask") == 405)
    #expect(await client.status("HEAD", "/nothing") == 404)
  }

  @Test func metricsCountWhatWasAnswered() async throws {
    let client = try await TestNotesServer()
    _ = try await client.json("POST", "/ask", ["question": "With what is the starter fed?"])
    let text = await client.text("GET", "/metrics")
    #expect(text.contains("rag_answers_total{outcome=\"answered\"} 1\n") && text.contains("rag_queue_length "))
    #expect(text.contains("rag_documents 2\n"))
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.wholeMatch(of: /[a-z_]+(\{[^}]*\})? [0-9.e+-]+/) != nil, "\(line)")
    }
  }

  @Test func theDescriptionNamesEachPath() async throws {
    let client = try await TestNotesServer()
    let paths = try await client.json("GET", "/openapi.json")["paths"]
    for path in ["/ask", "/search", "/v1/chat/completions", "/mcp", "/v1/models/{name}"] {
      #expect(paths?[path] != nil, "\(path)")
    }
    #expect(paths?["/search"]?["get"] != nil && paths?["/search"]?["post"] != nil)
  }

  // MARK: the page

  @Test func thePageIsSmallAndAsksNoOtherHost() throws {
    let parts = Dictionary(PageFiles.parts.map { ($0.path, $0.text) }) { first, _ in first }
    let page = try #require(parts["/"])
    let named = page.matches(of: /"(\/page\/[a-z]+\.(?:js|css))"/).map { String($0.1) }
    #expect(Set(named).union(["/"]) == Set(parts.keys))
    for (path, text) in parts {
      #expect(text.firstMatch(of: /https?:\/\/(?!www\.w3\.org)/) == nil, "\(path)")
    }
    #expect(parts.values.reduce(0) { $0 + $1.utf8.count } < 100_000)
  }

  @Test func aWideFolderIsIndexedOnlyIfTheUserConfirmsIt() async throws {
    let client = try await TestNotesServer(doubt: { $0 == "/" ? "/ contains your home folder" : nil })
    let (status, text) = await client.send("POST", "/index", ["folder": "/"], fromPage: true)
    #expect(status == 409 && text.contains("needs_confirmation") && text.contains("contains your home folder"))
    let none = client.folder.path + "/other"
    try client.folder.write("# Rose\n\nPrune it.\n", to: "other/rose.md")
    #expect(await client.send("POST", "/index", ["folder": .string(none)], fromPage: true).status == 202)
  }

  // MARK: frames

  @Test func framesArriveAsTheyWereSent() async throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (one, other) = (FrameSocket(ends[0]), FrameSocket(ends[1]))
    let sent = [
      Frame(.request, of: 7, Array("{\"a\":1}\nbody\nwith lines".utf8)), Frame(.end, of: .max),
      Frame(.body, of: 1, Array(repeating: 200, count: 300_000)),
    ]
    let frames = other.frames()
    for frame in sent { one.send(frame) }
    one.flush()
    close(ends[0])
    var received: [Frame] = []
    for await frame in frames { received.append(frame) }
    #expect(received == sent)
    close(ends[1])
  }

  @Test func whatIsNoFrameEndsTheConnection() async throws {
    for damage in [[0, 0, 0, 1, 99, 0, 0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0, 0], [0, 0]] as [[UInt8]] {
      var ends: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      _ = damage.withUnsafeBytes { write(ends[0], $0.baseAddress, $0.count) }
      close(ends[0])
      var received = 0
      for await _ in FrameSocket(ends[1]).frames() { received += 1 }
      #expect(received == 0)
      close(ends[1])
    }
  }
}
