public import LanguageModels

/// An answer as content that satisfies a schema, with the sources of its values.
///
///     let schema = try GenerationSchema(jsonSchema: #"{"type": "object", "properties": {"bar": {"type": "number"}}}"#)
///     let found = try await notes.answer(to: "What is the tyre pressure?", following: schema, using: model)
///     print(found.content?.jsonString ?? "not in the notes")               // {"bar": 4.5}
public struct StructuredAnswer: Sendable {
  /// The question, the passages and the scores that decided whether the model was asked.
  public let answer: Answer
  /// What the model wrote, which satisfies the schema; `nil` if it wrote nothing, as after a refusal.
  public let content: GeneratedContent?
  /// The outcome and the sources, with one sentence per text and number of the content. The sentence's
  /// `pointer` says which it is.
  public let snapshot: Answer.Snapshot
}
