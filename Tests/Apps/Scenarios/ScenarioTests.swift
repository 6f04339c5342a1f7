// The same scenarios for Apple's sessions, with the adapter, and for our own. Only `Provided` differs.
#if APPLE
  import FoundationModels
#else
  import LanguageModels
#endif
import Testing

@Suite struct ScenarioTests {
  @Test func theModelSearchesTheNotesAndAnswers() async throws {
    let replies = [
      #"{"name": "searchNotes", "arguments": {"query": "main stopcock"}}"#, "It is behind the preserving jars.",
    ]
    let session = LanguageModelSession(
      model: Provided.model(replies), tools: [try await Provided.notesTool()], instructions: "Answer from the notes.")
    let answer = try await session.respond(to: "Where is the main stopcock?").content
    #expect(answer == "It is behind the preserving jars.")
    var outputs: [String] = []
    for case .toolOutput(let output) in session.transcript {
      #expect(output.toolName == "searchNotes")
      for case .text(let text) in output.segments { outputs.append(text.content) }
    }
    #expect(outputs.count == 1 && outputs[0].contains("preserving jars in the cellar"), "\(outputs)")
  }

  @Test func severalCallsAreMadeAtOnce() async throws {
    let call = { (query: String) in #"{"name": "searchNotes", "arguments": {"query": "\#(query)"}}"# }
    let session = LanguageModelSession(
      model: Provided.model([call("stopcock") + "\n" + call("roses"), "Done."]),
      tools: [try await Provided.notesTool()])
    try await session.respond(to: "Look up both.")
    var ids: [String] = []
    for case .toolCalls(let calls) in session.transcript { ids += calls.map(\.id) }
    var answered: [String] = []
    for case .toolOutput(let output) in session.transcript { answered.append(output.id) }
    #expect(ids.count == 2 && ids == answered)
  }

  @Test func anAnswerIsStreamed() async throws {
    let session = LanguageModelSession(model: Provided.model(["one two three four"]))
    var seen: [String] = []
    for try await snapshot in session.streamResponse(to: "Count.") {
      #expect(snapshot.content.hasPrefix(seen.last ?? ""))
      seen.append(snapshot.content)
    }
    #expect(seen.last == "one two three four")
    #expect(session.transcript.count { if case .response = $0 { true } else { false } } == 1)
  }

  @Test func anAnswerFillsInAType() async throws {
    let session = LanguageModelSession(model: Provided.model([#"{"city": "Lisbon", "score": 8}"#]))
    let verdict = try await session.respond(to: "Rate Lisbon.", generating: Verdict.self).content
    #expect(verdict.city == "Lisbon" && verdict.score == 8)
  }

  @Test func aPromptThatDoesNotFitIsAnErrorThatSaysSo() async throws {
    let session = LanguageModelSession(model: Provided.model(["never"], contextSize: 40))
    let before = session.transcript
    do {
      try await session.respond(to: String(repeating: "word ", count: 100))
      Issue.record("the prompt cannot fit")
    } catch let error as LanguageModelError {
      #expect(Provided.isOverflow(error), "\(error)")
    }
    #expect(session.transcript == before, "a request that fails leaves the transcript as it was")
  }

  @Test func aConversationGoesOnFromItsTranscript() async throws {
    let first = LanguageModelSession(model: Provided.model(["In March."]), instructions: "Be brief.")
    try await first.respond(to: "When are roses pruned?")
    let copy = try Provided.roundTrip(first.transcript)
    #expect(copy.map(\.id) == first.transcript.map(\.id))
    let (model, requests) = Provided.recording(["Before the buds open."])
    let second = LanguageModelSession(model: model, transcript: copy)
    try await second.respond(to: "Why then?")
    let asked = requests().last ?? ""
    for text in ["Be brief.", "When are roses pruned?", "In March.", "Why then?"] { #expect(asked.contains(text)) }
  }
}

/// A type of an app, without macros: the same text for both frameworks.
struct Verdict: Generable {
  var city: String
  var score: Int

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [.init(name: "city", type: String.self), .init(name: "score", type: Int.self)])
  }

  init(_ content: GeneratedContent) throws {
    city = try content.value(forProperty: "city")
    score = try content.value(forProperty: "score")
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["city": city, "score": score]) }
}
