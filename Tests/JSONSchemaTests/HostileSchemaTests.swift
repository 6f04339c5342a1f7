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

  /// Definitions of which each refers to the one before, twice or through another keyword.
  private static func chain(_ count: Int, _ first: String, _ next: (String) -> String) -> String {
    func reference(_ number: Int) -> String { "{\"$ref\":\"#/$defs/a\(number)\"}" }
    let definitions = (1..<count).map { "\"a\($0)\":" + next(reference($0 - 1)) }.joined(separator: ",")
    return "{\"$defs\":{\"a0\":\(first),\(definitions)},\"allOf\":[\(reference(count - 1))]}"
  }

  private static let object = #"{"type":"object","properties":{"x":{"type":"string","minLength":1}}}"#

  /// Returns a list of members with numbered names, `p0`, `p1` and so on, in the braces of an object.
  private static func members(_ count: Int, prefix: String = "p", _ value: String) -> String {
    "{" + (0..<count).map { "\"\(prefix)\($0)\":\(value)" }.joined(separator: ",") + "}"
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    "[" + (0..<count).map(item).joined(separator: ",") + "]"
  }

  private static let doubled: [@Sendable (String) -> String] = [
    { #"{"allOf":[\#($0),\#($0)]}"# }, { #"{"anyOf":[\#($0),\#($0)]}"# }, { #"{"oneOf":[\#($0),\#($0)]}"# },
    { #"{"not":{"not":{"allOf":[\#($0),\#($0)]}}}"# }, { #"{"if":\#($0),"then":\#($0),"else":\#($0)}"# },
    { #"{"allOf":[{"properties":{"x":\#($0)}},{"properties":{"x":\#($0)}}]}"# },
    { #"{"type":"object","properties":{"x":\#($0),"y":\#($0)},"required":["x"]}"# },
    { #"{"items":\#($0),"prefixItems":[\#($0),\#($0)]}"# }, { #"{"patternProperties":{"^a":\#($0),"^b":\#($0)}}"# },
    { #"{"allOf":[\#($0),{"allOf":[{"properties":{"x":{"maxLength":9}}},\#($0)]}]}"# },
  ]

  private static let deep: [@Sendable (String) -> String] = [
    { $0 }, { #"{"allOf":[\#($0)]}"# }, { #"{"properties":{"x":\#($0)},"required":["x"]}"# },
  ]

  /// Short schemas that stand for a tree of 2³⁰ parts, a stack of 10,000 calls, or a table of 20,000 rows.
  private static let bombs: [String] = {
    var bombs = doubled.flatMap { [chain(30, object, $0), chain(30, #"{"type":"null"}"#, $0)] }
    bombs += deep.map { chain(10_000, object, $0) }
    bombs.append("{\"enum\":" + list(20_000) { "\"value \($0)\"" } + "}")
    bombs.append("{\"properties\":" + members(20_000, "{\"type\":\"string\"}") + "}")
    bombs.append("{\"required\":" + list(20_000) { "\"p\($0)\"" } + "}")
    bombs.append("{\"allOf\":" + list(200) { "{\"properties\":" + members(200, "{\"minLength\":\($0)}") + "}" } + "}")
    bombs.append(
      "{\"properties\":" + members(500, "{}") + ",\"patternProperties\":" + members(500, prefix: "^p", "{}") + "}")
    bombs.append("{\"anyOf\":" + list(250) { "{\"pattern\":\"\($0)(a|b)*a(a|b){9}\"}" } + "}")
    bombs.append(#"{"pattern":"(a|b)*a(a|b){20}"}"#)
    let scalars = (0..<3_000).compactMap { Unicode.Scalar(0x4E00 + 2 * $0) }
    let points = String(String.UnicodeScalarView(scalars))
    bombs.append("{\"pattern\":\"^([\(points)]|a[\(points)]b){1,200}$\"}")
    bombs.append("{\"oneOf\":" + list(200) { "{\"enum\":[\($0),\($0 + 1000)]}" } + "}")
    let references = list(5_000) { "{\"$ref\":\"#/$defs/a\($0)\"}" }
    bombs.append("{\"$defs\":" + members(5_000, prefix: "a", "{}") + ",\"allOf\":" + references + "}")
    return bombs
  }()

  @Test(.timeLimit(.minutes(2)), arguments: bombs.indices)
  func noSchemaTakesForever(index: Int) throws {
    do {
      let schema = try GenerationSchema(jsonSchema: Self.bombs[index])
      _ = try schema.grammar()
      let value = String(repeating: #"{"x":"#, count: 25) + "1" + String(repeating: "}", count: 25)
      _ = try? schema.validate(GeneratedContent(json: value))
      _ = schema.debugDescription
    } catch is GenerationSchema.SchemaError {
    }
  }

  @Test func aSchemaThatIsTooLargeIsSaidSo() {
    let text = "{\"enum\":" + Self.list(20_000) { "\($0)" } + "}"
    #expect(throws: GenerationSchema.SchemaError.tooLarge) { try GenerationSchema(jsonSchema: text) }
  }

  @Test func aSchemaOfUsualSizeIsRead() throws {
    let part = #"{"type":"object","properties":{"a":{"enum":["x","y","z"]},"b":{"type":"array","items":{}}}}"#
    let text = "{\"type\":\"object\",\"properties\":" + Self.members(300, part) + ",\"required\":[\"p1\",\"p2\"]}"
    #expect(try GenerationSchema(jsonSchema: text).grammar().contains("p299"))
    // Referred to often, but read once.
    let text2 = Self.chain(30, Self.object) { #"{"allOf":[\#($0),\#($0)]}"# }
    #expect(try GenerationSchema(jsonSchema: text2).grammar().contains("x"))
  }

  @Test func aCancelledTaskReadsNoMoreOfASchema() async {
    let text = "{\"properties\":" + Self.members(900, "{\"type\":\"string\"}") + "}"
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try GenerationSchema(jsonSchema: text)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
