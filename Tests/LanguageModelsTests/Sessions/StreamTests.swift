import LanguageModels
import Synchronization
import Testing

@Suite struct StreamTests {
  @Test func snapshotsAreCumulative() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["one two three four"]))
    var last = ""
    for try await snapshot in session.streamResponse(to: "go") {
      #expect(snapshot.content.hasPrefix(last))
      last = snapshot.content
    }
    #expect(last == "one two three four")
  }

  @Test func collectingWorksBeforeAndAfterIteration() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["one two", "three"]))
    let first = session.streamResponse(to: "go")
    var last = ""
    for try await snapshot in first { last = snapshot.content }
    #expect(try await first.collect().content == last)
    #expect(try await session.streamResponse(to: "on").collect().content == "three")
  }

  @Test func anEmptyReplyEndsTheStream() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: [""]))
    var count = 0
    for try await _ in session.streamResponse(to: "go") { count += 1 }
    #expect(count == 0)
    #expect(session.transcript.count == 2)
  }

  @Test func aStructureComesPropertyByProperty() async throws {
    let session = LanguageModelSession(
      model: ScriptedLanguageModel(replies: ["{\"name\": \"Ada Lovelace\", \"age\": 36}"]))
    let schema = GenerationSchema(
      type: Person.self,
      properties: [.init(name: "name", type: String.self), .init(name: "age", type: Int.self)])
    var seen: [[String]] = []
    let stream = session.streamResponse(to: Prompt("Who?"), schema: schema)
    for try await snapshot in stream {
      if case .structure(_, let keys) = snapshot.content.kind { seen.append(keys) }
    }
    #expect(seen.last == ["name", "age"])
    let content = try await stream.collect().content
    #expect(try content.value(Int.self, forProperty: "age") == 36)
  }

  @Test func aTypedStreamWaitsUntilThereIsAValue() async throws {
    let session = LanguageModelSession(
      model: ScriptedLanguageModel(replies: ["{\"name\": \"Ada\", \"age\": 36}"]))
    let stream = session.streamResponse(to: Prompt("Who?"), generating: Person.self)
    for try await snapshot in stream { #expect(snapshot.content.name == "Ada") }
    #expect(try await stream.collect().content == Person(name: "Ada", age: 36))
  }

  @Test func errorsComeFromTheStream() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(replies: []))
    await #expect(throws: ScriptedLanguageModel.ScriptError.self) {
      for try await _ in session.streamResponse(to: "go") {}
    }
  }
}

/// Somebody, for tests of generation.
struct Person: Generable, Equatable {
  var name: String
  var age: Int

  static let generationSchema = GenerationSchema(
    type: Self.self, properties: [.init(name: "name", type: String.self), .init(name: "age", type: Int.self)])

  init(name: String, age: Int) {
    self.name = name
    self.age = age
  }
  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    age = try content.value(forProperty: "age")
  }
  var generatedContent: GeneratedContent { .init(properties: ["name": name, "age": age]) }
}
