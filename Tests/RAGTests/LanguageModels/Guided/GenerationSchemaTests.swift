import Foundation
import LanguageModels
import Testing

struct GenerationSchemaTests {
  @Test func guidesBecomeKeywordsOfJSONSchemaInApplesDialect() throws {
    let expected = #"""
      {"title": "Trip", "description": "A trip", "type": "object", "properties": {
      "city": {"type": "string", "pattern": "^(?:[A-Z][a-z]{1,11})$"},
      "nights": {"description": "One or more", "type": "integer", "minimum": 1, "maximum": 14},
      "price": {"type": "number", "minimum": 0.5, "maximum": 999.95},
      "rating": {"type": "number"}, "isBooked": {"type": "boolean"},
      "days": {"type": "array", "items": {"$ref": "#/$defs/Day"}, "minItems": 1, "maxItems": 3},
      "season": {"$ref": "#/$defs/Season"},
      "note": {"type": "string", "enum": ["early", "late"]}},
      "required": ["city", "nights", "price", "rating", "isBooked", "days", "season"],
      "x-order": ["city", "nights", "price", "rating", "isBooked", "days", "season", "note"],
      "additionalProperties": false, "$defs": {
      "Day": {"title": "Day", "type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"],
      "x-order": ["title"], "additionalProperties": false},
      "Season": {"title": "Season", "type": "string", "enum": ["spring", "summer", "autumn", "winter"]}}}
      """#
    #expect(try Trip.generationSchema.jsonText == expected.replacing("\n", with: " ").replacing("{ ", with: "{"))
  }

  @Test func countsOfElementsAreEnforcedByKeywords() throws {
    func text(_ guides: [GenerationGuide<[Int]>]) throws -> String {
      try GenerationSchema(root: DynamicGenerationSchema(type: [Int].self, guides: guides), dependencies: []).jsonText
    }
    #expect(try text([.minimumCount(2)]) == #"{"type": "array", "items": {"type": "integer"}, "minItems": 2}"#)
    #expect(try text([.maximumCount(4)]) == #"{"type": "array", "items": {"type": "integer"}, "maxItems": 4}"#)
    #expect(
      try text([.count(3), .element(.range(0...9))])
        == #"{"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}, "#
        + #""minItems": 3, "maxItems": 3}"#)
    #expect(try text([.count(1...2), .minimumCount(0)]).hasSuffix(#""minItems": 1, "maxItems": 2}"#))
  }

  @Test func theEncodedOrderIsThatOfTheDeclaration() throws {
    let data = try JSONEncoder().encode(Trip.generationSchema)
    let decoded = try JSONDecoder().decode(GenerationSchema.self, from: data)
    #expect(decoded.root.properties.map(\.name) == Trip.generationSchema.root.properties.map(\.name))
    let names = ["zeta", "alpha", "mid", "beta", "omega"]
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Order", properties: names.map { .init(name: $0, schema: DynamicGenerationSchema(type: Int.self)) }),
      dependencies: [])
    let again = try JSONDecoder().decode(GenerationSchema.self, from: JSONEncoder().encode(schema))
    #expect(again.root.properties.map(\.name) == names)
    #expect(try again.jsonText == schema.jsonText)
  }

  @Test func aSchemaIsReadBackFromItsText() throws {
    for schema in [Trip.generationSchema, Folder.generationSchema, Season.generationSchema, [Day].generationSchema] {
      let again = try GenerationSchema(jsonSchema: schema.jsonText)
      #expect(try again.jsonText == schema.jsonText)
      #expect(try again.grammar() == schema.grammar())
    }
  }

  @Test func aTypeMayHoldItself() throws {
    let text = try Folder.generationSchema.jsonText
    #expect(text.contains(##""folders": {"type": "array", "items": {"$ref": "#"}, "maxItems": 2}"##))
    let folder = Folder(name: "a", folders: [Folder(name: "b", folders: []), Folder(name: "c", folders: [])])
    try Folder.generationSchema.validate(folder.generatedContent)
    #expect(try folder.generatedContent.value(Folder.self) == folder)
  }

  @Test func aLargerTypeHasALongerSchema() throws {
    let (small, large) = try (Day.generationSchema.jsonText, Trip.generationSchema.jsonText)
    #expect(large.utf8.count > 3 * small.utf8.count)
    let model = ScriptedLanguageModel(replies: [])
    #expect(model.tokenCount(of: large) > model.tokenCount(of: small))
  }

  @Test func schemasArePutTogetherWhileTheProgramRuns() throws {
    let dish = DynamicGenerationSchema(name: "Dish", anyOf: ["soup", "cake"])
    let table = DynamicGenerationSchema(
      name: "Table",
      properties: [
        .init(name: "number", description: "On the door", schema: .init(type: Int.self, guides: [.range(1...9)])),
        .init(name: "dishes", schema: .init(arrayOf: .init(referenceTo: "Dish"), maximumElements: 2)),
        .init(name: "guest", schema: .init(name: "Guest", anyOf: [.init(type: String.self), .null]), isOptional: true),
      ])
    let schema = try GenerationSchema(root: table, dependencies: [dish])
    try schema.validate(GeneratedContent(json: #"{"number": 9, "dishes": ["soup", "cake"], "guest": null}"#))
    for wrong in [
      #"{"number": 10, "dishes": []}"#, #"{"number": 1, "dishes": ["tea"]}"#, #"{"number": 1}"#,
      #"{"number": 1, "dishes": [], "x": 1}"#, #"{"number": 1, "dishes": ["soup", "soup", "soup"]}"#,
    ] {
      #expect(throws: GenerationSchema.ValidationError.self, "\(wrong)") {
        try schema.validate(GeneratedContent(json: wrong))
      }
    }
  }

  @Test func aMissingValueIsShownWhereThatIsAskedFor() throws {
    let schema = GenerationSchema(
      type: Day.self, representNilExplicitlyInGeneratedContent: true,
      properties: [.init(name: "title", type: String?.self)])
    try schema.validate(GeneratedContent(json: #"{"title": null}"#))
    #expect(throws: GenerationSchema.ValidationError.self) { try schema.validate(GeneratedContent(json: "{}")) }
  }

  @Test func whatCannotBeUsedIsRefusedByName() {
    typealias SchemaError = GenerationSchema.SchemaError
    func dynamic(_ root: DynamicGenerationSchema, _ dependencies: [DynamicGenerationSchema] = []) throws {
      _ = try GenerationSchema(root: root, dependencies: dependencies)
    }
    let text = DynamicGenerationSchema(type: String.self)
    #expect(throws: SchemaError.duplicateProperty(schema: "A", property: "x")) {
      try dynamic(.init(name: "A", properties: [.init(name: "x", schema: text), .init(name: "x", schema: text)]))
    }
    #expect(throws: SchemaError.duplicateType(schema: "A", type: "B")) {
      try dynamic(.init(name: "A", properties: []), [.init(name: "B", anyOf: ["x"]), .init(name: "B", anyOf: ["y"])])
    }
    #expect(throws: SchemaError.duplicateType(schema: "A", type: "B")) {
      try dynamic(
        .init(
          name: "A",
          properties: [
            .init(name: "x", schema: .init(name: "B", anyOf: ["x"])),
            .init(name: "y", schema: .init(name: "B", anyOf: ["y"])),
          ]))
    }
    #expect(throws: SchemaError.emptyTypeChoices(schema: "A")) { try dynamic(.init(name: "A", anyOf: [String]())) }
    #expect(throws: SchemaError.undefinedReferences(schema: "A", references: ["B"])) {
      try dynamic(.init(name: "A", properties: [.init(name: "x", schema: .init(referenceTo: "B"))]))
    }
    let reason = "looking ahead or behind is not regular"
    #expect(throws: SchemaError.unsupportedPattern("^(?:(?=a))$", reason: reason, path: "#")) {
      try dynamic(.init(type: String.self, guides: [.pattern("(?=a)")]))
    }
    #expect(throws: SchemaError.unsatisfiable(path: "#")) {
      try dynamic(.init(type: Int.self, guides: [.minimum(3), .maximum(2)]))
    }
    let empty = GenerationSchema(type: Day.self, anyOf: [String]())
    #expect(throws: SchemaError.emptyTypeChoices(schema: "Day")) { try empty.grammar() }
    let twice = GenerationSchema(
      type: Day.self, properties: [.init(name: "x", type: Int.self), .init(name: "x", type: Int.self)])
    #expect(throws: SchemaError.duplicateProperty(schema: "Day", property: "x")) { try JSONEncoder().encode(twice) }
  }

  @Test(arguments: [
    "not", "if", "dependentRequired", "patternProperties", "propertyNames", "minProperties", "unevaluatedProperties",
    "contains", "uniqueItems", "multipleOf", "format", "$dynamicRef",
  ])
  func aKeywordThatIsNotSupportedIsRefusedWithItsPlace(keyword: String) {
    let text = #"{"properties": {"a": {"items": {"\#(keyword)": {}}}}}"#
    #expect(throws: GenerationSchema.SchemaError.unsupportedKeyword(keyword, path: "#/properties/a/items")) {
      try GenerationSchema(jsonSchema: text)
    }
  }

  @Test(arguments: [
    #"{"type": "strnig"}"#, #"{"minimum": "3"}"#, #"{"minLength": -1}"#, #"{"properties": []}"#, #"{"required": "a"}"#,
    #"{"enum": 3}"#, #"{"anyOf": {}}"#, #"{"$ref": 3}"#, #"{"items": 3}"#, "3", "[]", "{", ##"{"$ref": "#/$defs/a"}"##,
    #"{"$ref": "other.json"}"#, ##"{"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}"##, "false",
    #"{"type": "string", "pattern": "("}"#, #"{"enum": []}"#,
    #"{"$schema": "https://example.org/own", "type": "null"}"#,
    #"{"type": "object", "required": ["a"], "additionalProperties": false}"#,
    #"{"oneOf": [{"minimum": 1}, {"maximum": 3}]}"#,
    ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##,
  ])
  func aSchemaThatIsWrongIsRefused(text: String) {
    #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(jsonSchema: text) }
  }
}
