import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag ask --schema`: whatever the smallest model writes, it satisfies the schema.
@Suite(.serialized) struct AskSchemaTests {
  private let notes: Notes
  private let question = "What is the tyre pressure of the bicycle?"

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  private func ask(_ schema: String, _ question: String, _ options: String...) async throws -> BuiltProgram.Result {
    try notes.folder.write(schema, to: "schema.json")
    return try await notes.rag(
      ["ask", "--schema", notes.folder.path + "/schema.json"] + (try Notes.shallowModel) + options + [question])
  }

  @Test(arguments: [
    #"{"type": "object", "properties": {"bar": {"type": "number"}}, "required": ["bar"]}"#,
    """
    {"type": "object", "required": ["front", "unit", "sure"], "properties": {
      "front": {"type": "integer", "minimum": 1, "maximum": 9}, "unit": {"enum": ["bar", "psi"]},
      "sure": {"type": "boolean"}}}
    """,
    #"{"type": "array", "items": {"type": "string", "maxLength": 20}, "minItems": 1, "maxItems": 2}"#,
  ]) func theAnswerSatisfiesTheSchema(schema: String) async throws {
    let result = try await ask(schema, question)
    #expect(result.status == 0, "\(result.errors)")
    let printed = try JSONParser.parse(result.output)
    let answer = try #require(printed["answer"])
    try GenerationSchema(jsonSchema: schema).validate(try GeneratedContent(json: answer.text))
    guard case .array(let passages)? = printed["passages"] else {
      Issue.record("no passages: \(result.output)")
      return
    }
    #expect(passages.contains { $0["path"]?.text == "\"bike.md\"" })
    #expect(printed["sources"] != nil && printed["version"]?.text == "1")
  }

  @Test func whatTheNotesDoNotHoldIsRefused() async throws {
    let result = try await ask(#"{"type": "number"}"#, "Who composed the opera Nabucco?")
    #expect(result.status == 1)
    let printed = try JSONParser.parse(result.output)
    #expect(printed["outcome"]?.text == "\"notInNotes\"" && printed["answer"] == nil)
  }

  @Test(arguments: [
    ("{", "schema.json: the schema is not JSON"), (#"{"type": "number", "multipleOf": 3}"#, "multipleOf"),
    (#"{"type": "integer", "minimum": 3, "maximum": 1}"#, "allows no value"),
  ]) func aSchemaThatCannotBeKeptIsNamedWithItsReason(schema: String, reason: String) async throws {
    let result = try await ask(schema, question)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("rag: ") && result.errors.contains(reason), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func anAnswerThatDoesNotFitIsAnError() async throws {
    let result = try await ask(
      #"{"type": "string", "minLength": 200}"#, question, "--reply-tokens", "8")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("rag: the answer was cut off after 8 tokens"))
    #expect(result.errors.contains("allow more with --reply-tokens, or ask for less"))
  }

  @Test func otherWaysToSearchAndMissingFilesAreRefused() async throws {
    let tool = try await ask("{}", question, "--tool")
    #expect(tool.status == 64 && tool.errors.contains("leave out --tool"))
    let missing = try await notes.rag(["ask", "--schema", "/nowhere.json"] + (try Notes.shallowModel) + [question])
    #expect(missing.status == 2 && missing.errors.contains("/nowhere.json cannot be read"))
  }
}
