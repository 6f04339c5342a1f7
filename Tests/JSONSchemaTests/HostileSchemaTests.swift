import LanguageModels
import Testing

/// Schemas and values that are made to harm: each is an error or is read, and none ends the process.
@Suite struct HostileSchemaTests {
  private func nested(_ open: String, _ inner: String, _ close: String, _ depth: Int) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test func whatIsNestedTooDeepIsAnErrorWithAReason() async {
    for text in [nested("[", "", "]", 100_000), nested("{\"a\":", "1", "}", 100_000), nested("[", "", "", 100_000)] {
      let error = #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: text) }
      #expect(error?.debugDescription.contains("nested more than") == true)
    }
    for (open, close) in Self.frames {
      #expect(throws: GenerationSchema.SchemaError.self) {
        try GenerationSchema(jsonSchema: nested(open, "{}", close, 10_000))
      }
    }
  }

  private static let frames = [
    (#"{"items":"#, "}"), (#"{"properties":{"a":"#, "}}"), (#"{"allOf":["#, "]}"), (#"{"anyOf":["#, "]}"),
    (#"{"oneOf":["#, "]}"), (#"{"not":"#, "}"), (#"{"additionalProperties":"#, "}"),
  ]

  @Test func whatIsNestedAsDeepAsMayBeIsReadOrRefused() async {
    // In a task of its own: its stack is the smallest that there is.
    await Task.detached {
      for (open, close) in Self.frames {
        for depth in [20, 120] {
          let text =
            String(repeating: open, count: depth) + "{\"type\":\"null\"}" + String(repeating: close, count: depth)
          guard let schema = try? GenerationSchema(jsonSchema: text) else { continue }
          _ = try? schema.validate(GeneratedContent(json: String(repeating: "[", count: 250)))
          _ = schema.debugDescription
        }
      }
    }.value
  }

  @Test func choicesThatMultiplyAreRefused() {
    let pair = #"{"anyOf":[{"minimum":1},{"maxLength":2}]}"#
    let text = #"{"allOf":[\#(Array(repeating: pair, count: 40).joined(separator: ","))]}"#
    #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(jsonSchema: text) }
    let negations = #"{"not":{"allOf":[\#(Array(repeating: pair, count: 40).joined(separator: ","))]}}"#
    _ = try? GenerationSchema(jsonSchema: negations)
  }

  @Test func definitionsThatReferToThemselvesAreRefused() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
      let text = ##"{"$defs":{"a":{"\##(keyword)":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}"##
      #expect(throws: GenerationSchema.SchemaError.self) { try GenerationSchema(jsonSchema: text) }
    }
    #expect(throws: GenerationSchema.SchemaError.self) {
      try GenerationSchema(jsonSchema: ##"{"$defs":{"a":{"not":{"$ref":"#/$defs/a"}}},"$ref":"#/$defs/a"}"##)
    }
  }

  @Test func patternsAndCountsWithoutMeasureAreRefusedOrShort() throws {
    for pattern in [
      "a{999999999999999999999}", "(((a{100}){100}){100}){100}", "(a|b|ab)*c{1999}",
      String(repeating: "(", count: 5000),
    ] {
      #expect(throws: GenerationSchema.SchemaError.self, "\(pattern.prefix(40))") {
        try GenerationSchema(jsonSchema: #"{"type":"string","pattern":"\#(pattern)"}"#)
      }
    }
    for limits in [
      #""minItems":1000000"#, #""maxItems":123456789012"#, #""minLength":999999"#, #""maxProperties":1000000"#,
    ] {
      let schema = try GenerationSchema(jsonSchema: "{\(limits)}")
      #expect(try schema.grammar().utf8.count < 20_000)
    }
  }
}
