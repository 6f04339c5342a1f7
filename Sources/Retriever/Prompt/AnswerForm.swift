import LanguageModels

/// The form of a reply: the inside of a JSON string that the prompt begins, or JSON that satisfies a schema.
struct AnswerForm: Sendable {
  /// The last line of the prompt.
  let instruction: String
  /// The beginning of the reply; empty if the model writes all of it.
  let replyPrefix: String
  /// The grammar of the reply; `nil` if it is free.
  let grammar: String?
  /// The JSON Schema that the grammar was made from.
  let schema: String?

  /// Text, inside a JSON string.
  static func text(to question: String) -> AnswerForm {
    AnswerForm(
      instruction: Prompts.answerInstruction(to: question), replyPrefix: Prompts.replyPrefix, grammar: nil,
      schema: nil)
  }

  /// JSON that satisfies a schema. Throws `GenerationSchema.SchemaError` if no grammar can express the schema.
  static func json(_ schema: GenerationSchema, to question: String) throws -> AnswerForm {
    let grammar = try schema.grammar()
    return AnswerForm(
      instruction: Prompts.schemaInstruction(to: question) + schema.promptText, replyPrefix: "",
      grammar: grammar, schema: try schema.jsonText)
  }
}
