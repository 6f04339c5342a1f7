import Foundation
public import LanguageModels
public import VectorStore

extension SearchIndex {
  /// Answers a question from the notes with content that satisfies a schema.
  ///
  /// Searches and refuses as `answer(to:using:)` does. A model with `.guidedGeneration` writes under a grammar of the
  /// schema; the finished content of every model is validated. Every text and number in it is looked up in the
  /// passages. If no line holds one, it is in `snapshot.sentences[…].unsupported` and the outcome is `unsure`; likewise
  /// if a value may follow an instruction in a note.
  ///
  /// - Parameters:
  ///   - question: The question, in any language.
  ///   - schema: What the content must look like.
  ///   - model: The model that answers.
  ///   - options: The size of prompt and reply, and which notes may be used.
  ///   - onEvent: Called for each inference, and once with the passages that were chosen.
  /// - Throws: `GenerationSchema.SchemaError` for a schema that no grammar can express, before anything is searched;
  ///   `StructuredAnswerError` if the reply was cut off; `GenerationSchema.ValidationError` or
  ///   `GeneratedContent.ParsingError` if a model did not keep to the schema; what `answer(to:using:)` throws.
  public nonisolated func answer(
    to question: String, following schema: GenerationSchema, using model: any LanguageModel,
    options: AnswerOptions = .init(), onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) async throws -> StructuredAnswer {
    try await model.checkFits(question)
    let form = try AnswerForm.json(schema, to: question)
    let answer = try await answer(to: question, as: form, using: model, options: options, onEvent: onEvent)
    var text = ""
    var usage: GenerationSummary?
    if answer.isWritten {
      for try await part in answer.reply.parts() {
        switch part {
        case .text(let piece): text += piece
        case .end(let summary, _): usage = summary
        }
      }
      try Task.checkCancellation()
    }
    guard let usage else {
      return StructuredAnswer(answer: answer, content: nil, snapshot: try await answer.collect())
    }
    guard usage.reason != .length else { throw StructuredAnswerError.cut(tokens: usage.replyTokens) }
    let content = try GeneratedContent(json: text)
    try schema.validate(content)

    var draft = AnswerDraft(outcome: answer.outcome)
    for (pointer, value) in content.values() { try await answer.writer?.cite(value: value, at: pointer, in: &draft) }
    // Content of only true, false and null has nothing to look up.
    if draft.outcome == .answered, !draft.sentences.isEmpty, draft.isDoubtful { draft.outcome = .unsure }
    draft.content = content.jsonString
    let snapshot = draft.snapshot(usage: usage)
    answer.broadcast.end(with: snapshot)
    return StructuredAnswer(answer: answer, content: content, snapshot: snapshot)
  }
}

extension GeneratedContent {
  /// Returns the texts and numbers in it, in order, as written, each with its place as a JSON Pointer.
  fileprivate func values(at pointer: String = "") -> [(pointer: String, value: String)] {
    switch kind {
    case .null, .bool: []
    case .number: [(pointer, jsonString)]
    case .string(let text): text.isEmpty ? [] : [(pointer, text)]
    case .array(let elements): elements.enumerated().flatMap { $1.values(at: "\(pointer)/\($0)") }
    case .structure(let properties, let keys):
      keys.flatMap { key in
        let escaped = key.replacing("~", with: "~0").replacing("/", with: "~1")
        return properties[key]?.values(at: "\(pointer)/\(escaped)") ?? []
      }
    }
  }
}
