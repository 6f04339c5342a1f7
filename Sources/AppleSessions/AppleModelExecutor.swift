#if canImport(FoundationModels, _version: 2)
  import Foundation
  public import FoundationModels
  import LanguageModels

  /// Answers the requests of Apple's sessions with a model of this package.
  @available(macOS 27, iOS 27, visionOS 27, *)
  public struct AppleModelExecutor: LanguageModelExecutor {
    /// The model that is asked.
    public typealias Model = AppleLanguageModel

    /// A model; equal to itself and its copies only.
    public struct Configuration: Hashable, Sendable {
      let model: any LanguageModels.LanguageModel
      private let id = UUID()

      init(model: any LanguageModels.LanguageModel) { self.model = model }

      /// Whether both are the same model.
      public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
      /// Hashes the identity of the model.
      public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    private enum Piece: Sendable {
      case thought(String)
      case text(String)
    }

    private let model: any LanguageModels.LanguageModel

    /// Creates an executor.
    public init(configuration: Configuration) throws { model = configuration.model }

    /// Evaluates a transcript ahead of the next request.
    public func prewarm(model: AppleLanguageModel, transcript: FoundationModels.Transcript) {
      guard let transcript = try? LanguageModels.Transcript(transcript) else { return }
      LanguageModels.LanguageModelSession(model: self.model, transcript: transcript).prewarm()
    }

    /// Answers a request, or calls tools. Throws `LanguageModelError`.
    nonisolated(nonsending) public func respond(
      to request: LanguageModelExecutorGenerationRequest, model: AppleLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      do {
        try await stream(request, into: channel)
      } catch let error as LanguageModels.LanguageModelError {
        throw FoundationModels.LanguageModelError(error, in: request.transcript)
      }
    }

    private nonisolated(nonsending) func stream(
      _ request: LanguageModelExecutorGenerationRequest, into channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let session = LanguageModels.LanguageModelSession(
        model: model, tools: try request.enabledToolDefinitions.map { try DeclaredTool($0) },
        transcript: try LanguageModels.Transcript(request.transcript))
      session.compaction = nil
      let schema = try request.schema.map { try LanguageModels.GenerationSchema($0) }
      let options = LanguageModels.GenerationOptions(request.generationOptions)
      let contextOptions = LanguageModels.ContextOptions(request.contextOptions)
      let (pieces, continuation) = AsyncStream.makeStream(of: Piece.self)
      session.onEvent = { if case .reasoning(let piece) = $0 { continuation.yield(.thought(piece)) } }
      let turn = Task {
        defer { continuation.finish() }
        return try await session.nextTurn(schema: schema, options: options, contextOptions: contextOptions) {
          continuation.yield(.text($0))
        }
      }
      try await withTaskCancellationHandler {
        try await send(pieces, then: turn, to: channel)
      } onCancel: {
        turn.cancel()
      }
    }

    private nonisolated(nonsending) func send(
      _ pieces: AsyncStream<Piece>, then turn: Task<LanguageModels.LanguageModelSession.Turn, any Error>,
      to channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let id = UUID().uuidString
      var sent = ""
      func send(_ text: String) async {
        guard text.count > sent.count else { return }
        await channel.send(
          .response(entryID: id, action: .appendText(String(text.dropFirst(sent.count)), tokenCount: 0)))
        sent = text
      }
      for await piece in pieces {
        switch piece {
        case .thought(let text):
          await channel.send(.reasoning(entryID: nil, action: .appendText(text, tokenCount: 0)))
        case .text(let text): await send(text)
        }
      }
      let turn = try await turn.value
      // The totals replace the counts of the pieces, which are not known one by one.
      let (input, output) = (turn.usage.input, turn.usage.output)
      guard !turn.toolCalls.isEmpty else {
        await send(turn.text)
        return await channel.send(
          .response(
            entryID: id,
            action: .updateUsage(
              input: .init(totalTokenCount: input.totalTokenCount, cachedTokenCount: input.cachedTokenCount),
              output: .init(
                totalTokenCount: output.totalTokenCount, reasoningTokenCount: output.reasoningTokenCount))))
      }
      for call in turn.toolCalls {
        await channel.send(
          .toolCalls(
            entryID: id,
            action: .toolCall(
              id: call.id, name: call.toolName,
              action: .appendArguments(call.arguments.jsonString, tokenCount: 0))))
      }
      await channel.send(
        .toolCalls(
          entryID: id,
          action: .updateUsage(
            input: .init(totalTokenCount: input.totalTokenCount, cachedTokenCount: input.cachedTokenCount),
            output: .init(
              totalTokenCount: output.totalTokenCount, reasoningTokenCount: output.reasoningTokenCount))))
    }
  }
#endif
