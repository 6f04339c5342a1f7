extension LanguageModelSession {
  /// Answers a prompt with text.
  ///
  /// Throws `LanguageModelSession.Error.concurrentRequests` if another request is being answered, `LanguageModelError`
  /// if the prompt does not fit or the model cannot think as the context options say, `ToolCallError` if a tool throws,
  /// and `CancellationError` within one token of cancellation.
  @discardableResult
  public func respond(
    to prompt: Prompt, options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) async throws -> Response<String> {
    try await run(Request(prompt: prompt, options: options, contextOptions: contextOptions)).response()
  }

  /// Answers a prompt with text.
  @discardableResult @_disfavoredOverload
  public func respond(to prompt: String, options: GenerationOptions = .init(), contextOptions: ContextOptions = .init())
    async throws -> Response<String>
  {
    try await respond(to: Prompt(prompt), options: options, contextOptions: contextOptions)
  }

  /// Answers a prompt of several components with text.
  @discardableResult
  public func respond(
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init(),
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await respond(to: prompt(), options: options, contextOptions: contextOptions)
  }

  /// Answers a prompt with content that follows a schema.
  ///
  /// With `includeSchemaInPrompt`, the schema is part of the prompt; turn that off if an earlier prompt of the session
  /// showed it. Throws `GeneratedContent.ParsingError` if the model did not follow the schema.
  @discardableResult
  public func respond(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) async throws -> Response<GeneratedContent> {
    try await run(
      Request(
        prompt: prompt, options: options, contextOptions: contextOptions, schema: schema,
        showsSchema: includeSchemaInPrompt)
    ).response()
  }

  /// Answers a prompt with content that follows a schema.
  @discardableResult @_disfavoredOverload
  public func respond(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) async throws -> Response<GeneratedContent> {
    try await respond(
      to: Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
      contextOptions: contextOptions)
  }

  /// Answers a prompt with a value of a type.
  @discardableResult
  public func respond<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) async throws -> Response<Content> {
    try await run(
      Request(
        prompt: prompt, options: options, contextOptions: contextOptions, generating: type,
        showsSchema: includeSchemaInPrompt)
    )
    .response()
  }

  /// Answers a prompt with a value of a type.
  @discardableResult @_disfavoredOverload
  public func respond<Content: Generable>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) async throws -> Response<Content> {
    try await respond(
      to: Prompt(prompt), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
      contextOptions: contextOptions)
  }
}

extension LanguageModelSession {
  /// Answers a prompt with text, piece by piece; the stream throws any error.
  public func streamResponse(
    to prompt: Prompt, options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) -> ResponseStream<String> {
    stream(Request(prompt: prompt, options: options, contextOptions: contextOptions))
  }

  /// Answers a prompt with text, piece by piece.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String, options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) -> ResponseStream<String> {
    streamResponse(to: Prompt(prompt), options: options, contextOptions: contextOptions)
  }

  /// Answers a prompt of several components with text, piece by piece.
  public func streamResponse(
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init(),
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> ResponseStream<String> {
    streamResponse(to: try prompt(), options: options, contextOptions: contextOptions)
  }

  /// Answers a prompt with content that follows a schema, property by property.
  public func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) -> ResponseStream<GeneratedContent> {
    stream(
      Request(
        prompt: prompt, options: options, contextOptions: contextOptions, schema: schema,
        showsSchema: includeSchemaInPrompt))
  }

  /// Answers a prompt with a value of a type, property by property.
  public func streamResponse<Content: Generable>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = .init(), contextOptions: ContextOptions = .init()
  ) -> ResponseStream<Content> {
    stream(
      Request(
        prompt: prompt, options: options, contextOptions: contextOptions, generating: type,
        showsSchema: includeSchemaInPrompt))
  }
}

extension LanguageModelSession {
  /// A request to a session.
  struct Request: Sendable {
    var prompt: Prompt
    var options: GenerationOptions
    var contextOptions: ContextOptions
    var schema: GenerationSchema?
    /// Whether the prompt includes the schema, unless the context options say otherwise.
    var showsSchema = true

    /// Whether the prompt includes the schema.
    var includesSchema: Bool { contextOptions.includeSchemaInPrompt ?? showsSchema }
  }

  /// Answers a request in the calling task; `show` receives the answer so far, each time there is more.
  func run(
    _ request: Request, show: @escaping @Sendable (GeneratedContent) -> Void = { _ in }
  ) async throws -> Exchange.Outcome {
    let reasoningTokens = try request.contextOptions.reasoningLevel?.tokenLimit(for: model) ?? 0
    var exchange = Exchange(self, request, reasoningTokens: reasoningTokens, after: try begin())
    do {
      await waitForPrewarming()
      try Task.checkCancellation()
      let outcome = try await exchange.outcome(show: show)
      add(exchange.usage)
      end(exchange.transcript)
      return outcome
    } catch {
      add(exchange.usage)
      end(transcriptErrorHandlingPolicy == .preserveTranscript ? exchange.unfinishedTranscript : nil)
      throw error
    }
  }

  private func stream<Content: Generable>(_ request: Request) -> ResponseStream<Content> {
    let (snapshots, continuation) = AsyncThrowingStream.makeStream(
      of: GeneratedContent.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      do {
        let outcome = try await run(request) { continuation.yield($0) }
        continuation.finish()
        return outcome
      } catch {
        continuation.finish(throwing: error)
        throw error
      }
    }
    continuation.onTermination = { if case .cancelled = $0 { task.cancel() } }
    return ResponseStream(snapshots: snapshots, task: task)
  }
}

extension LanguageModelSession.Request {
  /// Creates a request for a value of a type; text needs no schema.
  init<Content: Generable>(
    prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions, generating type: Content.Type,
    showsSchema: Bool
  ) {
    self.init(
      prompt: prompt, options: options, contextOptions: contextOptions,
      schema: type == String.self ? nil : type.generationSchema,
      showsSchema: showsSchema)
  }
}
