/// The text that shows a schema to a model.
enum SchemaPrompt {
  static func text(for schema: GenerationSchema) -> String {
    "Reply with JSON that follows this schema: " + schema.promptText
  }
}
