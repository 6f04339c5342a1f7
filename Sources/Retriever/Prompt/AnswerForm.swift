import LanguageModels

/// The form of a reply: the inside of a JSON string that the prompt begins, or JSON that satisfies a schema.
struct AnswerForm: Sendable {
  /// The last line of the prompt.
  let instruction: String
  /// The beginning of the reply; empty if the model writes all of it.
  let replyPrefix: String
  /// The grammar of the reply; `nil` if it is free.
  let grammar: String?

  /// Text, inside a JSON string.
  static let text = AnswerForm(
    instruction: Prompts.answerInstruction, replyPrefix: Prompts.replyPrefix, grammar: nil)

  /// JSON that satisfies a schema. Throws `GenerationSchema.SchemaError` if no grammar can express the schema.
  static func json(_ schema: GenerationSchema) throws -> AnswerForm {
    let grammar = try schema.grammar()
    return AnswerForm(
      instruction: Prompts.schemaInstruction + schema.promptText, replyPrefix: "", grammar: grammar)
  }
}
