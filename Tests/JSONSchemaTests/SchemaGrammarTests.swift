import Foundation
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

/// What the engine itself says that a grammar allows.
@Suite(.serialized) struct SchemaGrammarTests {
  @Test func aGrammarAllowsWhatASchemaAllowsAndNothingElse() async throws {
    let model = try await SmolLM2.load()
    for (schema, yes, no) in Self.cases {
      let grammar = try GenerationSchema(jsonSchema: schema).grammar()
      for text in yes { #expect(try await model.grammar(grammar, allows: text), "\(schema) should allow \(text)") }
      for text in no { #expect(try await !model.grammar(grammar, allows: text), "\(schema) should refuse \(text)") }
    }
  }

  private static let cases: [(String, yes: [String], no: [String])] = [
    (#"{"type": "boolean"}"#, ["true", "false"], ["null", "\"true\"", "", " true", "true "]),
    (#"{"type": "null"}"#, ["null"], ["nul", "0"]),
    (#"{"type": "integer"}"#, ["0", "-7", "123456789012345678"], ["1.5", "01", "+1", "1e3", "1234567890123456789"]),
    (#"{"type": "number"}"#, ["0", "-0.5", "1e5", "2.5E-7"], [".5", "1.", "00", "1e400", "NaN"]),
    (
      #"{"type": "string"}"#, [#""""#, #""é🦆""#, #""a\n\"\\\/\u0041""#, #""\ud83e\udd86""#],
      [
        "\"a\nb\"", #""\x""#, #""\ud83e""#, #""a"#, "a", #""\u12g4""#,
      ]
    ),
    (
      #"{"type": "string", "minLength": 2, "maxLength": 3}"#, [#""ab""#, #""éö🦆""#, #""\n\u0041""#],
      [#""a""#, #""abcd""#]
    ),
    (
      #"{"type": "string", "maxLength": 250}"#, ["\"\(String(repeating: "x", count: 250))\"", #""""#],
      [
        "\"\(String(repeating: "x", count: 251))\""
      ]
    ),
    (
      #"{"type": "string", "minLength": 230}"#, ["\"\(String(repeating: "x", count: 230))\""],
      [
        "\"\(String(repeating: "x", count: 229))\""
      ]
    ),
    (
      #"{"type": "string", "pattern": "^[a-z]+\"\\d$", "maxLength": 5}"#, [#""ab\"1""#, #""abc\"1""#],
      [
        #""abcd\"1""#, #""ab1""#,
      ]
    ),
    (#"{"enum": ["a", 1, null, {"x": [1]}]}"#, [#""a""#, "1", "null", #"{"x": [1]}"#, #"{"x":[1]}"#], ["2", #""b""#]),
    (#"{"const": "\"\\\n é"}"#, [#""\"\\\n é""#], [#""""#]),
    (#"{"type": "string", "enum": ["a", 1]}"#, [#""a""#], ["1"]),
    (#"{"type": ["string", "null"]}"#, ["null", #""x""#], ["1"]),
    (
      #"{"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3}"#, ["[1]", "[1, 2,3]", "[ 1 ]"],
      [
        "[]", "[1,2,3,4]", "[\"a\"]", "[1,]",
      ]
    ),
    (
      #"{"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "items": {"const": 3}, "minItems": 1}"#,
      [
        "[1]", "[1, 2]", "[1, 2, 3, 3]",
      ], ["[]", "[2]", "[1, 3]"]
    ),
    (#"{"type": "array", "prefixItems": [{"const": 1}], "items": false}"#, ["[]", "[1]"], ["[1, 1]"]),
    (#"{"type": "array", "items": {"const": 1}, "maxItems": 0}"#, ["[]"], ["[1]"]),
    (
      #"""
      {"type": "object", "properties": {"a": {"const": 1}, "b": {"const": 2}, "c": {"const": 3}},
      "required": ["b"], "additionalProperties": false}
      """#,
      [#"{"b": 2}"#, #"{"a": 1, "b": 2}"#, #"{"b": 2, "c": 3}"#, #"{"a":1,"b":2,"c":3}"#],
      ["{}", #"{"b": 2, "a": 1}"#, #"{"a": 1}"#, #"{"b": 2, "b": 2}"#, #"{"b": 2, "d": 4}"#, #"{"b": 2,}"#]
    ),
    (#"{"type": "object", "properties": {"a": {"const": 1}}}"#, ["{}", #"{"a": 1}"#], [#"{"x": 1}"#]),
    (
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, ["{}", #"{"x": 1, "y": 2}"#],
      [#"{"x": "1"}"#]
    ),
    (#"{"type": "object"}"#, ["{}", #"{"x": {"y": [1, null]}}"#], ["[]"]),
    ("{}", ["1", #"{"a": [1, {"b": "c"}]}"#, "[[[]]]"], ["", "a"]),
    (#"{"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "null"}}]}"#, ["1", "[null]"], ["null"]),
    (#"{"minimum": 5, "anyOf": [{"type": "integer"}, {"type": "string"}]}"#, ["5", #""a""#], ["4"]),
    (#"{"allOf": [{"minimum": 2}, {"maximum": 4}], "type": "integer"}"#, ["2", "4"], ["1", "5"]),
    (
      #"""
      {"oneOf": [
      {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}, "required": ["kind", "x"]},
      {"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]}]}
      """#,
      [#"{"kind": "a", "x": 1}"#, #"{"kind": "b"}"#], [#"{"kind": "a"}"#, #"{"kind": "c"}"#]
    ),
    (
      ##"""
      {"$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"},
      "value": {"type": "integer"}}, "required": ["value"]}}, "$ref": "#/$defs/tree"}
      """##,
      [#"{"value": 1}"#, #"{"left": {"left": {"value": 3}, "value": 2}, "value": 1}"#], [#"{"left": {}, "value": 1}"#]
    ),
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"const": 1}, "b": false}}"#, [#"{"a": 1}"#],
      [
        #"{"a": 1, "b": 1}"#
      ]
    ),
  ]

  @Test func whatIsRuledOutIsNotAllowed() async throws {
    let model = try await SmolLM2.load()
    for (schema, yes, no) in Self.exclusions {
      let grammar = try GenerationSchema(jsonSchema: schema).grammar()
      for text in yes { #expect(try await model.grammar(grammar, allows: text), "\(schema) should allow \(text)") }
      for text in no { #expect(try await !model.grammar(grammar, allows: text), "\(schema) should refuse \(text)") }
    }
  }

  private static let exclusions: [(String, yes: [String], no: [String])] = [
    (#"{"not": {"type": ["string", "object"]}}"#, ["null", "true", "1.5", "[1]"], [#""a""#, "{}"]),
    (#"{"type": "string", "not": {"enum": ["a", "b.c"]}}"#, [#""""#, #""ab""#, #""bxc""#], [#""a""#, #""b.c""#]),
    (#"{"type": "number", "not": {"enum": [0, 2]}}"#, ["1", "-3", "2.5"], ["0", "2", "2.0"]),
    (#"{"type": "string", "not": {"pattern": "^a"}, "maxLength": 2}"#, [#""ba""#, #""""#], [#""ab""#, #""bab""#]),
    (#"{"type": "integer", "not": {"minimum": 3, "maximum": 5}}"#, ["2", "6"], ["3", "4", "5"]),
    (#"{"oneOf": [{"minimum": 3}, {"maximum": 5}], "type": "integer"}"#, ["2", "6"], ["3", "5"]),
    (
      #"""
      {"type": "object", "properties": {"a": {}, "b": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
      "additionalProperties": {"type": "null"}}
      """#,
      [#"{"a": 1}"#, #"{"b": 1}"#], ["{}", #"{"a": 1, "b": 1}"#]
    ),
    (
      #"""
      {"type": "object", "properties": {"kind": {"enum": ["x", "y"]}, "n": {"type": "integer"}}, "required": ["kind"],
      "if": {"properties": {"kind": {"const": "x"}}}, "then": {"required": ["n"]}, "else": {"properties": {"n": false}}}
      """#,
      [#"{"kind": "x", "n": 1}"#, #"{"kind": "y"}"#], [#"{"kind": "x"}"#, #"{"kind": "y", "n": 1}"#]
    ),
    (
      #"{"type": "object", "properties": {"a": {}, "b": {}}, "dependentRequired": {"a": ["b"]}}"#,
      ["{}", #"{"b": 1}"#, #"{"a": 1, "b": 2}"#], [#"{"a": 1}"#]
    ),
    (
      #"""
      {"type": "object", "properties": {"a": {}, "b": {}, "c": {}}, "required": ["b"], "minProperties": 2,
      "maxProperties": 2}
      """#,
      [#"{"a": 1, "b": 1}"#, #"{"b": 1, "c": 1}"#], [#"{"b": 1}"#, #"{"a": 1, "b": 1, "c": 1}"#, #"{"a": 1, "c": 1}"#]
    ),
    (
      #"{"type": "object", "minProperties": 1, "maxProperties": 2, "additionalProperties": {"type": "null"}}"#,
      [#"{"x": null}"#, #"{"x": null, "y": null}"#], ["{}", #"{"x": null, "y": null, "z": null}"#]
    ),
    (
      #"""
      {"type": "object", "patternProperties": {"^n": {"type": "integer"}, "^s": {"type": "string"}},
      "additionalProperties": {"type": "null"}}
      """#,
      ["{}", #"{"n1": 1, "s": "x", "q": null}"#], [#"{"n1": "x"}"#, #"{"q": 1}"#, #"{"s": null}"#]
    ),
    (
      #"""
      {"type": "object", "properties": {"n1": {"minimum": 2}}, "patternProperties": {"^n": {"type": "integer"}},
      "additionalProperties": false}
      """#,
      ["{}", #"{"n1": 2}"#], [#"{"n1": 1}"#, #"{"n1": 2.5}"#]
    ),
  ]

  @Test func rangesOfNumbersAreExact() async throws {
    let model = try await SmolLM2.load()
    var generator = SeededGenerator(seed: 5)
    for round in 0..<60 {
      let scale = [1, 10, 100][round % 3]
      func limit() -> Int { Int.random(in: -1_200...1_200, using: &generator) }
      let (low, high) = (limit(), limit())
      let isExclusive = (Bool.random(using: &generator), Bool.random(using: &generator))
      let isInteger = Bool.random(using: &generator)
      var limits: [String] = []
      if round % 4 != 1 {
        limits.append("\"\(isExclusive.0 ? "exclusiveMinimum" : "minimum")\": \(decimal(low, scale))")
      }
      if round % 4 != 2 {
        limits.append("\"\(isExclusive.1 ? "exclusiveMaximum" : "maximum")\": \(decimal(high, scale))")
      }
      let text = "{\"type\": \"\(isInteger ? "integer" : "number")\"\(limits.map { ", " + $0 }.joined())}"
      guard let schema = try? GenerationSchema(jsonSchema: text) else {
        #expect(low >= high || isInteger && high / scale == low / scale || high - low <= scale, "\(text) was refused")
        continue
      }
      let grammar = try schema.grammar()
      var values = (0..<24).map { _ in limit() } + [low, high].flatMap { [$0 - 1, $0, $0 + 1, -$0] } + [0]
      if isInteger { values += [low, high].flatMap { [$0 / scale * scale, ($0 / scale + 1) * scale] } }
      for value in values where !isInteger || value % scale == 0 {
        let literal = decimal(value, scale)
        let isValid = (try? schema.validate(GeneratedContent(json: literal))) != nil
        #expect(try await model.grammar(grammar, allows: literal) == isValid, "\(text) and \(literal)")
      }
    }
  }

  /// `value / scale` with no more digits than it takes.
  private func decimal(_ value: Int, _ scale: Int) -> String {
    guard value % scale != 0 else { return "\(value / scale)" }
    var text = "\(Double(value) / Double(scale))"
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }

  @Test func aGrammarThatIsNoneIsAnError() async throws {
    let model = try await SmolLM2.load()
    // Its words depend on how this machine lays out the weights.
    let question = LanguageModelRequest.asking("What is the capital of France?", limit: 2)
    let reply = try await model.reply(to: question).text
    #expect(!reply.isEmpty)
    for grammar in ["", "root ::= ", "root ::= other", "other ::= \"a\"", "root ::= root \"a\"", "\0", "root ::= \"a"] {
      guard grammar != "root ::= " else { continue }
      var request = LanguageModelRequest.asking("Hello?")
      request.grammar = grammar
      await #expect(throws: LlamaError.self, "\(grammar)") { try await model.reply(to: request) }
    }
    #expect(try await model.reply(to: question).text == reply)
  }
}
