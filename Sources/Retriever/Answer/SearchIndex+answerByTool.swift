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
  /// then the searches are over, and `passages` holds what they found, followed by what the question itself finds, with
  /// which the answer is compared. When the answer is written, the model is asked whether what the searches found has
  /// one, as `answer(to:using:)` asks before: the same checks make it unsure.
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
    let found = Array((tool?.passages ?? []).dropFirst(before))
    // A model may ask for one passage, or search for what a note told it to: the answer is compared with what the
    // question itself finds.
    let chunks = Set(found.map(\.chunk))
    let others =
      found.isEmpty
      ? []
      : try await passages(matching: question, limit: options.passageLimit, where: tool?.filter ?? SearchFilter())
        .filter { !chunks.contains($0.chunk) }
    let terms = try await QuestionTerms.read(question, in: self)
    let gate = try await gateScore(of: found, terms: terms)
    let citations = try await Citations.read(found, question: terms, in: self)
    var writer = AnswerWriter(
      index: self, question: question, passages: found + others, citations: citations,
      compared: others.isEmpty ? nil : try await Citations.read(found + others, question: terms, in: self),
      closest: citations.closestSources(in: found, gateScore: gate),
      confidence: AnswerConfidence(measured: session.model.measuredConfidence))
    if !found.isEmpty {
      let form = AnswerForm.text(to: question)
      let prompt = try AnswerPrompt(question: question, model: session.model, options: options, form: form)
      writer.signalsOfWhole = { [self] in
        do {
          let packing = try await narrowed(
            try await prompt.pack(found), for: terms, using: prompt.model, options: prompt.options)
          let signals = try await prompt.signals(over: packing.passages, gateScore: gate).signals
          return (signals, prompt.rule.doubt(at: signals))
        } catch LanguageModelError.contextSizeExceeded {
          // Too long a question to be asked about together with its passages.
          return nil
        }
      }
    }
    return Answer(
      question: question, passages: found + others, outcome: .answered, gateScore: gate, probeScore: nil, reply: reply,
      writer: writer)
  }
}

extension RetrievalTool {
  /// Returns a session whose model searches with this tool before it answers.
  public func session(using model: any LanguageModel) -> LanguageModelSession {
    LanguageModelSession(model: model, tools: [self], instructions: Prompts.toolInstructions)
  }
}
