import LanguageModels

/// What a reply looks like: the inside of a JSON string that the prompt begins, or JSON that satisfies a schema.
struct AnswerForm: Sendable {
  /// The last line of the prompt.
  let instruction: String
  /// Where the reply begins; empty if the model writes all of it.
  let replyPrefix: String
  /// What the reply must be.
  let grammar: String?

  /// Text.
  static let text = AnswerForm(
    instruction: Prompts.answerInstruction, replyPrefix: Prompts.replyPrefix, grammar: nil)

  /// JSON that satisfies a schema. Throws `GenerationSchema.SchemaError` for a schema that no grammar can express.
  static func json(_ schema: GenerationSchema) throws -> AnswerForm {
    let grammar = try schema.grammar()
    return AnswerForm(
      instruction: Prompts.schemaInstruction + schema.promptText, replyPrefix: "", grammar: grammar)
  }
}
