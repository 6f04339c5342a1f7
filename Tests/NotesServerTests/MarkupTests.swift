import JSONSchema
import LanguageModels
import TestSupport
import Testing

import NotesMCP
import NotesServer

/// Markup in notes, in answers that a chat program or an agent renders.
@Suite struct MarkupTests {
  /// What a renderer of Markdown or HTML would fetch or follow, each under a word of its own.
  private static let live = [
    "![pelican](http://evil.example/p)", "<img src=http://evil.example/pelican>", "[pelican](http://evil.example/l)",
    "<http://evil.example/pelican>", "[pelican]: http://evil.example/d", "<svg/onload=pelican()>",
    "![pelican][d]", "<!-- pelican --><b>", "[1](http://evil.example/1) pelican",
  ]

  /// Whether a text would become an element, an image, a link or the definition of one.
  private static func isLive(_ text: String) -> Bool {
    text.firstMatch(of: /<[A-Za-z\/!?]|\]\(|\]:/) != nil
  }

  @Test func markupLosesItsEffectAndStaysReadable() {
    for text in Self.live {
      let escaped = MarkupEscaper.escaped(text)
      #expect(!Self.isLive(escaped), "\(escaped)")
      let plain = escaped.replacing("&lt;", with: "<").replacing("]\\", with: "]")
      #expect(plain == text, "\(escaped)")
    }
    let harmless = "**Bold** and `code` [1][2], 3 < 4, a <3 b, - [ ] box | table |\n1. http://192.0.2.1/ [3]"
    #expect(MarkupEscaper.escaped(harmless) == harmless)
  }

  /// However a text arrives, it is escaped as if it came at once.
  @Test func partsAreEscapedAsTheWhole() {
    for text in Self.live + ["a <", "b ]", "<<img>", "]](", "]<b]:"] {
      var escaper = MarkupEscaper()
      let parts = text.map { escaper.take(String($0)) } + [escaper.rest()]
      #expect(parts.joined() == MarkupEscaper.escaped(text), "\(text)")
    }
  }

  /// Answers of text, lists, agendas, sources, titles: no route leaves markup of notes alive.
  @Test func noRouteLeavesMarkupAlive() async throws {
    let lines = Self.live.joined(separator: "\n\n")
    let notes = [
      "a/pelican.md":
        "# Pelican \(Self.live[0]) \(Self.live[1])\n\nThe pelican eats \(Self.live[2]) fish.\n\n\(lines)\n",
      "a/![x](http:evil).md": "# A pelican\n\n- [ ] feed the pelican \(Self.live[0])\n- [ ] wash it \(Self.live[1])\n",
      "diary.md": "# Diary\n\n- 2026-03-02: pelican \(Self.live[0])\n- 2026-03-03: pelican \(Self.live[1])\n",
    ]
    let model = ScriptedLanguageModel { _ in "The pelican eats \(Self.live[0]) and \(Self.live[1]) fish.\"}" }
    let client = try await TestNotesServer(notes, model: model)
    let questions = [
      "What does the pelican eat?", "List all notes about the pelican.", "List all tasks about the pelican.",
      "What happened on 2026-03-02?", "When did the pelican last come?", "How many notes mention the pelican?",
    ]
    var answered = 0
    for question in questions {
      let messages: JSONValue = ["messages": [["role": "user", "content": .string(question)]]]
      let replies = [
        await client.send("POST", "/v1/chat/completions", messages).text,
        await client.send("POST", "/v1/chat/completions", messages.setting(["stream": true])).text,
        await client.send("POST", "/v1/responses", ["input": .string(question)]).text,
        await client.send("POST", "/v1/responses", ["input": .string(question), "stream": true]).text,
        await client.send("POST", "/mcp", Self.call("ask", ["question": .string(question)])).text,
      ]
      for reply in replies {
        answered += reply.contains("elican") ? 1 : 0
        for text in Self.texts(of: reply) { #expect(!Self.isLive(text), "\(question): \(text)") }
      }
    }
    #expect(answered > 20)
    for (tool, arguments) in [("search", ["query": "pelican"]), ("list", [:])] as [(String, JSONValue)] {
      let reply = try JSONParser.parse(await client.send("POST", "/mcp", Self.call(tool, arguments)).text)
      let content = reply["result"]?["structuredContent"]
      let titles = (content?["results"] ?? content?["notes"])?.elements.compactMap { $0["title"]?.string } ?? []
      #expect(titles.contains { $0.contains("Pelican") } && !titles.contains(where: Self.isLive), "\(titles)")
    }
  }

  private static func call(_ tool: String, _ arguments: JSONValue) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": ["name": .string(tool), "arguments": arguments],
    ]
  }

  /// The texts of an answer that are shown: whole, or the parts of a stream together.
  private static func texts(of reply: String) -> [String] {
    let events = reply.split(separator: "\n").filter { $0.hasPrefix("data: {") }.map { String($0.dropFirst(6)) }
    let values = (events.isEmpty ? [reply] : events).compactMap { try? JSONParser.parse($0) }
    var texts: [String] = []
    func collect(_ json: JSONValue, _ name: String) {
      switch json {
      // Addresses and ids are followed by name only; what is JSON itself is taken apart.
      case .string(let text) where !["url", "id", "citations"].contains(name):
        if let inner = try? JSONParser.parse(text), case .object = inner {
          collect(inner, "")
        } else {
          texts.append(text)
        }
      case .array(let elements): for element in elements { collect(element, name) }
      case .object(let members): for member in members { collect(member.value, member.name) }
      default: break
      }
    }
    for value in values { collect(value, "") }
    let deltas = values.compactMap {
      $0["choices"]?.elements.first?["delta"]?["content"]?.string ?? $0["delta"]?.string
    }
    return texts + [deltas.joined()]
  }
}
