import Foundation
import LanguageModels
import Testing

@Suite struct TranscriptTests {
  /// A transcript with one entry of each kind, and each kind of segment.
  static let full = Transcript(entries: [
    .instructions(
      .init(
        id: "i", segments: [.text(.init(id: "i0", content: "Be short."))],
        toolDefinitions: [
          .init(name: "look", description: "Looks it up.", parameters: Person.generationSchema)
        ])),
    .prompt(
      .init(
        id: "p", segments: [.text(.init(id: "p0", content: "Who?"))],
        options: .init(samplingMode: .random(top: 3, seed: 7), temperature: 0.5, maximumResponseTokens: 20),
        responseFormat: .init(type: Person.self))),
    .reasoning(.init(id: "t", segments: [.text(.init(id: "t0", content: "Ada, I think."))])),
    .toolCalls(
      .init(
        id: "c", [.init(id: "c0", toolName: "look", arguments: Person(name: "Ada", age: 1).generatedContent)])),
    .toolOutput(.init(id: "c0", toolName: "look", segments: [.text(.init(id: "o0", content: "Found."))])),
    .response(
      .init(
        id: "r", assetIDs: ["model"],
        segments: [
          .structure(.init(id: "r0", schemaName: "Person", content: Person(name: "Ada", age: 36).generatedContent))
        ])),
  ])

  @Test func itIsReadBackEqual() throws {
    let data = try JSONEncoder().encode(Self.full)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == Self.full)
  }

  @Test func itIsWrittenInApplesForm() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(Self.full), as: UTF8.self)
    for part in [
      #""type":"FoundationModels.Transcript""#, #""version":1"#, #""role":"instructions""#, #""role":"user""#,
      #""role":"tool""#, #""toolCallID":"c0""#, #""toolName":"look""#,
      #""toolCalls":[{"arguments":"{\"name\": \"Ada\", \"age\": 1}","id":"c0","name":"look"}]"#,
      #""assets":["model"]"#, #""structure":{"content":{"age":36,"name":"Ada"},"source":"Person"}"#,
      #""contents":[{"id":"i0","text":"Be short.","type":"text"}]"#, #""type":"function""#, #""type":"jsonSchema""#,
    ] {
      #expect(text.contains(part), "\(part) is missing")
    }
  }

  @Test func applesExampleIsRead() throws {
    let text = #"""
      {"type": "FoundationModels.Transcript", "version": 1, "transcript": {"entries": [
        {"role": "instructions", "id": "1", "contents": [{"type": "text", "id": "2", "text": "Cook."}],
         "tools": [{"type": "function", "function": {"name": "pantry", "description": "Looks.", "parameters":
           {"title": "Arguments", "type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"],
            "x-order": ["item"], "additionalProperties": false}}}]},
        {"role": "user", "id": "3", "contents": [{"type": "text", "id": "4", "text": "Dinner?"}], "options": {},
         "responseFormat": {"type": "jsonSchema", "jsonSchema": {"name": "Recipe", "schema":
           {"title": "Recipe", "type": "object", "properties": {"dish": {"type": "string"}}, "required": ["dish"],
            "x-order": ["dish"], "additionalProperties": false}}}},
        {"role": "response", "id": "5", "toolCalls": [{"id": "6", "name": "pantry", "arguments": "{\"item\": \"egg\"}"}]},
        {"role": "tool", "id": "6", "toolCallID": "6", "toolName": "pantry",
         "contents": [{"type": "text", "id": "7", "text": "Two eggs."}]},
        {"role": "response", "id": "8", "assets": ["a"], "contents":
          [{"type": "structure", "id": "0", "structure": {"source": "Recipe", "content": {"dish": "omelette"}}}],
         "addedLater": true}]}}
      """#
    let transcript = try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
    #expect(transcript.map(\.id) == ["1", "3", "5", "6", "8"])
    #expect(
      transcript.text == """
        Instructions: Cook.

        User: Dinner?

        Tool Calls: pantry({"item": "egg"})

        Tool Output: pantry: Two eggs.

        Assistant: {"dish": "omelette"}
        """)
    guard case .prompt(let prompt) = transcript[1], case .instructions(let instructions) = transcript[0] else {
      Issue.record("entries of the wrong kind")
      return
    }
    #expect(prompt.responseFormat?.name == "Recipe")
    #expect(instructions.toolDefinitions.map(\.name) == ["pantry"])
  }

  @Test(arguments: [
    (#"{"type": "FoundationModels.Transcript", "version": 2, "transcript": {"entries": []}}"#, "version 2"),
    (#"{"type": "Chat", "version": 1, "transcript": {"entries": []}}"#, "found Chat"),
    (
      #"{"type": "FoundationModels.Transcript", "version": 1, "transcript": {"entries": [{"role": "wizard", "id": "1"}]}}"#,
      "wizard"
    ),
  ])
  func whatIsNotKnownIsRefusedByName(text: String, name: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
    }
    #expect("\(String(describing: error))".contains(name))
  }

  @Test func itIsACollection() {
    var transcript = Self.full
    #expect(transcript.count == 6)
    #expect(transcript[2...].map(\.id) == ["t", "c", "c0", "r"])
    #expect(transcript.filter { if case .toolOutput = $0 { true } else { false } }.map(\.id) == ["c0"])
    #expect(transcript.history.map(\.id) == ["p", "t", "c", "c0", "r"])
    transcript.removeAll { ["t", "c"].contains($0.id) }
    transcript.append(.response(.init(id: "x", segments: [])))
    transcript.swapAt(1, 2)
    #expect(transcript.map(\.id) == ["i", "c0", "p", "r", "x"])
    transcript.history = []
    #expect(transcript.map(\.id) == ["i"])
  }

  @Test func idsAreTheirOwnAndStable() throws {
    let entries = (0..<10).map { _ in Transcript.Entry.response(.init(segments: [.text(.init(content: "a"))])) }
    #expect(Set(entries.map(\.id)).count == 10)
    let data = try JSONEncoder().encode(Transcript(entries: entries))
    #expect(try JSONDecoder().decode(Transcript.self, from: data).map(\.id) == entries.map(\.id))
  }

  @Test func turnsHoldAllThatCameOfAPrompt() {
    #expect(Self.full.turns.map { $0.entries.map(\.id) } == [["p", "t", "c", "c0", "r"]])
    let two = Self.full + Self.full.history
    #expect(two.turns.map { $0.entries.map(\.id) } == [["p", "t", "c", "c0", "r"], ["p", "t", "c", "c0", "r"]])
  }
}
