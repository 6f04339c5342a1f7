import LanguageModels
import Testing
import Types

@Suite struct ConformanceTests {
  @Test func theSchemaIsThatOfTheConformanceWrittenByHand() throws {
    #expect("\(Generated.Trip.generationSchema)" == "\(Trip.generationSchema)")
    #expect(try Generated.Trip.generationSchema.grammar() == Trip.generationSchema.grammar())
  }

  @Test func contentIsWrittenAndReadAsByHand() throws {
    let content = Trip.example.generatedContent
    let trip = try Generated.Trip(content)
    #expect(trip.generatedContent == content && trip.generatedContent.jsonString == content.jsonString)
    #expect(trip.days.map(\.title) == Trip.example.days.map(\.title) && trip.season == .autumn && trip.note == nil)
    #expect(throws: GeneratedContent.ParsingError.self) { try Generated.Trip(GeneratedContent(json: "{}")) }
    #expect(throws: GeneratedContent.ParsingError.self) { try Generated.Season(GeneratedContent("autum")) }
  }

  @Test(arguments: [
    (
      Generated.Action.set(field: "n", to: .number(1)),
      #"{"type":"set","field":"n","to":{"type":"number","value":1.0}}"#
    ),
    (.add(.name("a"), to: "b"), #"{"type":"add","value":{"type":"name","value":"a"},"to":"b"}"#),
    (.pair(1, 2), #"{"type":"pair","value":1,"value1":2}"#),
    (.note(nil), #"{"type":"note"}"#),
    (.note("x"), #"{"type":"note","value":"x"}"#),
    (.all([.stop, .all([])]), #"{"type":"all","value":[{"type":"stop"},{"type":"all","value":[]}]}"#),
  ])
  func aCaseWithValuesIsAnObject(_ action: Generated.Action, _ json: String) throws {
    #expect(action.generatedContent.jsonString.filter { $0 != " " } == json)
    #expect(try Generated.Action(GeneratedContent(json: json)) == action)
    try Generated.Action.generationSchema.validate(GeneratedContent(json: json))
  }

  @Test func aCaseThatDoesNotExistIsRefused() throws {
    let content = try GeneratedContent(json: #"{"type": "jump"}"#)
    #expect(throws: GeneratedContent.ParsingError.self) { try Generated.Action(content) }
    #expect(throws: GenerationSchema.ValidationError.self) { try Generated.Action.generationSchema.validate(content) }
  }

  @Test func nilIsWrittenAsNullIfAskedFor() throws {
    let form = Generated.Form(name: nil, code: "1234")
    #expect(form.generatedContent.jsonString == #"{"name": null, "code": "1234"}"#)
    #expect(try Generated.Form(form.generatedContent) == form)
    try Generated.Form.generationSchema.validate(form.generatedContent)
    #expect(throws: GenerationSchema.ValidationError.self) {
      try Generated.Form.generationSchema.validate(GeneratedContent(json: #"{"name": null, "code": "12345"}"#))
    }
  }

  @Test func publicTypesAreUsedByOtherModules() throws {
    let plan = try Plan(title: "Move", steps: [Plan.Step(GeneratedContent(json: #"{"text": "pack"}"#))])
    let copy = try Plan(plan.generatedContent)
    #expect(copy.id == plan.id && copy.steps == plan.steps && copy.scores.map(\.value) == [1, 2])
    #expect(try Plan.PartiallyGenerated(plan.generatedContent).default == true)
    #expect(plan.asPartiallyGenerated().steps?.first?.text == "pack")
    let schema = "\(Plan.generationSchema)"
    #expect(schema.contains("\"PlanStep\"") && schema.contains("\"default\"") && schema.contains("\"minItems\": 2"))
    #expect(!schema.contains("\"id\"") && !schema.contains("isEmpty") && !schema.contains("limit"))
    #expect("\(Parcel.generationSchema)".contains(#""required": ["weight", "height"]"#))
  }
}
