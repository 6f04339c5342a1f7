public import LanguageModels
public import VectorStore

extension SearchIndex {
  /// Answers a question with a model that decides when to search the notes.
  ///
  ///     let tool = RetrievalTool(notes)
  ///     let session = tool.session(using: model)
  ///     let answer = try await notes.answer(to: "Which key signs the firmware?", in: session, searchingWith: tool)
  ///
  /// The model searches at least once, in at most `session.maximumToolRounds` rounds. Returns with the first words: by
  /// then the searches are over, and `passages` holds what they found.
  ///
  /// - Parameters:
  ///   - question: The question, added to the session as a prompt.
  ///   - session: A session with a tool that searches these notes, as `RetrievalTool.session(using:)` makes.
  ///   - tool: The session's tool; `nil` to answer without the notes.
  ///   - options: Only the sampling mode, the reasoning level and the reply's limit are used; the tool has the rest.
  /// - Throws: `SearchIndexError` if the index cannot be read.
  public nonisolated func answer(
    to question: String, in session: LanguageModelSession, searchingWith tool: RetrievalTool?,
    options: AnswerOptions = .init()
  ) async throws -> Answer {
    let question = QueryText.normalized(question)
    let before = tool?.passages.count ?? 0
    // A question about notes deserves a search; small models would rather answer from memory.
    let generation = GenerationOptions(
      samplingMode: options.samplingMode, temperature: options.temperature,
      maximumResponseTokens: options.replyTokens,
      toolCallingMode: tool == nil ? .disallowed : .required)
    let reply = await Reply.begunResponse {
      session.streamResponse(
        to: question, options: generation, contextOptions: ContextOptions(reasoningLevel: options.reasoningLevel))
    }
    let passages = Array((tool?.passages ?? []).dropFirst(before))
    let terms = try await QuestionTerms.read(question, in: self)
    return Answer(
      question: question, passages: passages, outcome: .answered,
      gateScore: try await gateScore(of: passages, terms: terms), probeScore: nil, reply: reply,
      writer: AnswerWriter(
        index: self, passages: passages, citations: try await Citations.read(passages, question: terms, in: self)))
  }
}

extension RetrievalTool {
  /// Returns a session whose model searches with this tool before it answers.
  public func session(using model: any LanguageModel) -> LanguageModelSession {
    LanguageModelSession(model: model, tools: [self], instructions: Prompts.toolInstructions)
  }
}
