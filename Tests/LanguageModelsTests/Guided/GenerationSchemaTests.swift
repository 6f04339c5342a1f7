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
    let reason = "lookaround is not regular"
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
    "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contains", "uniqueItems", "multipleOf",
    "$dynamicRef",
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
    #"{"not": {"items": {"type": "null"}}}"#, #"{"not": {}}"#, #"{"type": "object", "minProperties": 2}"#,
    #"{"patternProperties": {"^a": {}, "b$": {}}}"#, #"{"patternProperties": {"(": {}}}"#,
    #"{"$schema": "http://json-schema.org/draft-04/schema#", "if": {"minimum": 1}, "then": {"maximum": 2}}"#,
    ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##,
  ])
  func aSchemaThatIsWrongIsRefused(text: String) {
    #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(jsonSchema: text) }
  }

  @Test(arguments: [
    (
      "date", yes: ["2024-02-29", "1999-12-31", "2000-02-29"],
      no: ["2023-02-29", "1900-02-29", "2020-13-01", "2020-1-1"]
    ),
    (
      "time", yes: ["23:59:59Z", "00:00:00.5+05:30", "23:59:60Z", "15:59:60.5-08:00"],
      no: ["24:00:00Z", "12:00:60Z", "15:59:60-07:00", "12:00:00", "1:00:00Z"]
    ),
    (
      "date-time", yes: ["2022-01-01T12:00:00Z", "1985-04-12t23:20:50.52z", "1996-12-19T16:39:57-08:00"],
      no: ["2022-01-01T12:00:00", "2022-01-01 12:00:00Z", "Invalid Date", "2022-02-30T12:00:00Z"]
    ),
    (
      "uuid", yes: ["123e4567-e89b-12d3-a456-426614174000", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
      no: ["123e4567e89b12d3a456426614174000", "2eb8aa08-aa98-11ea-b4aa-73b441d1638"]
    ),
    ("ipv4", yes: ["127.0.0.1", "255.255.255.255"], no: ["256.0.0.1", "127.0.0", "127.0.0.01", "0x7f.0.0.1"]),
    (
      "email", yes: ["a@b.c", "te~st@example.com", "\"joe bloggs\"@example.com", "joe@[IPv6:::1]"],
      no: ["2962", ".test@example.com", "te..st@example.com", "a@", "@b", "a@-b"]
    ),
    (
      "ipv6", yes: ["::", "::1", "1:2::7:8", "::ffff:10.0.0.1", "1:2:3:4:5:6:7:8"],
      no: ["1::2::3", "12345::", "1:2:3:4:5:6:7", "::ffff:01.2.3.4", "1:2:3:4:5:6:7:8:9"]
    ),
    ("duration", yes: ["P4DT12H30M5S", "P2W", "PT36H"], no: ["P", "P1Y2W", "P1D2H", "PT", "P1YT"]),
    ("json-pointer", yes: ["", "/a~1b/0"], no: ["a", "/~2"]),
    ("relative-json-pointer", yes: ["0", "1/a", "2#"], no: ["/a", "01", "-1"]),
    (
      "uri", yes: ["http://foo.bar/?baz=qux#quux", "urn:oasis:names", "mailto:a@b.c", "ldap://[2001:db8::7]/c=GB?one"],
      no: ["//foo.bar/", "not a url", "bar,baz:foo", "http:// a", "\\\\WINDOWS\\share", "http://a/%zz"]
    ),
  ])
  func aFormatIsEnforcedAsItsStandardHasIt(format: String, yes: [String], no: [String]) throws {
    let schema = try GenerationSchema(jsonSchema: #"{"type": "string", "format": "\#(format)"}"#)
    for text in yes { #expect(throws: Never.self, "\(text)") { try schema.validate(GeneratedContent(text)) } }
    for text in no {
      #expect(throws: GenerationSchema.ValidationError.self, "\(text)") { try schema.validate(GeneratedContent(text)) }
    }
    #expect(try GenerationSchema(jsonSchema: schema.jsonText).jsonText == schema.jsonText)
  }

  @Test func aFormatThatIsNotEnforcedIsRefusedByName() throws {
    #expect(throws: GenerationSchema.SchemaError.unsupportedKeyword("format hostname", path: "#/items")) {
      try GenerationSchema(jsonSchema: #"{"items": {"format": "hostname"}}"#)
    }
    let own = try GenerationSchema(jsonSchema: #"{"type": "string", "format": "own"}"#)
    try own.validate(GeneratedContent("anything"))
  }

  /// From draft 2019-09 on, a format only says what a text is meant to be.
  @Test(arguments: ["date", "email", "hostname", "int32"]) func aFormatIsAnAnnotationInNewerDrafts(format: String)
    throws
  {
    let schema = try GenerationSchema(
      jsonSchema: #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "format": "\#(format)"}"#)
    try schema.validate(GeneratedContent("anything"))
    try schema.validate(GeneratedContent(json: "99999999999"))
  }

  /// What OpenAI's documents show is a schema within an object that names it.
  @Test func theObjectAroundASchemaIsNotTheSchema() throws {
    let schema = #"{"type": "object", "properties": {"days": {"type": "integer"}}, "required": ["days"]}"#
    let wrapped = #"{"name": "x", "strict": true, "schema": \#(schema)}"#
    for text in [
      wrapped, #"{"type": "json_schema", "json_schema": \#(wrapped)}"#,
      #"{"type": "json_schema", "name": "x", "schema": \#(schema)}"#,
    ] {
      #expect(try GenerationSchema(jsonSchema: text).jsonText == GenerationSchema(jsonSchema: schema).jsonText)
    }
    let own = try GenerationSchema(
      jsonSchema: #"{"type": "object", "schema": {"type": "null"}, "required": ["schema"]}"#)
    try own.validate(GeneratedContent(json: #"{"schema": 1}"#))
  }

  @Test func aTypeMayContainItselfInAnArrayAnywhere() throws {
    let schema = Forest.generationSchema
    let wood = #"{"trees": [{"name": "oak", "twigs": [{"name": "a", "twigs": []}]}]}"#
    try schema.validate(GeneratedContent(json: wood))
    #expect(throws: GenerationSchema.ValidationError.self) {
      try schema.validate(GeneratedContent(json: #"{"trees": [{"name": "oak", "twigs": [1]}]}"#))
    }
  }
}

/// A type with a recursive one inside, for tests of schemas.
private struct Forest: Generable {
  struct Tree: Generable {
    let generatedContent: GeneratedContent
    init(_ content: GeneratedContent) throws { generatedContent = content }
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [.init(name: "name", type: String.self), .init(name: "twigs", type: [Tree].self)])
    }
  }

  let generatedContent: GeneratedContent
  init(_ content: GeneratedContent) throws { generatedContent = content }
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "trees", type: [Tree].self)])
  }
}
