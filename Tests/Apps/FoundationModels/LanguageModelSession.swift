// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import Synchronization

/// A session that works: it runs tools, keeps the transcript and restores it after an error, as documented.
public final class LanguageModelSession: Sendable {
  public struct Response<Content: Generable> {
    public let content: Content
  }

  public struct ResponseStream<Content: Generable>: AsyncSequence {
    public struct Snapshot {
      public var content: Content.PartiallyGenerated
    }
    let contents: AsyncThrowingStream<GeneratedContent, any Error>

    public func makeAsyncIterator() -> Iterator { Iterator(base: contents.makeAsyncIterator()) }
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncThrowingStream<GeneratedContent, any Error>.AsyncIterator
      public mutating func next() async throws -> Snapshot? {
        while let content = try await base.next() {
          if let partial = try? Content.PartiallyGenerated(content) { return Snapshot(content: partial) }
        }
        return nil
      }
    }
  }

  public struct ToolCallError: Error {
    public var tool: any Tool
    public var underlyingError: any Error
  }

  private typealias Run =
    @Sendable (
      LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel
    ) async throws -> Void

  private let run: Run
  private let acceptsData: @Sendable (Transcript.DataEntry) async throws -> Bool
  private let tools: [any Tool]
  private let state: Mutex<Transcript>

  public var transcript: Transcript { state.withLock { $0 } }

  public init<Model: LanguageModel>(model: Model, tools: [any Tool] = [], transcript: Transcript) {
    run = { request, channel in
      let executor = try Model.Executor(configuration: model.executorConfiguration)
      try await executor.respond(to: request, model: model, streamingInto: channel)
    }
    acceptsData = { try await model.supportsDataEntryType($0.contentType) }
    self.tools = tools
    state = Mutex(transcript)
  }

  public convenience init(model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil) {
    let entry = Transcript.Entry.instructions(
      .init(segments: instructions.map { [.text(.init(content: $0))] } ?? [], toolDefinitions: []))
    self.init(model: model, tools: tools, transcript: Transcript(entries: [entry]))
  }

  @discardableResult public func respond(
    to prompt: String, options: GenerationOptions = .init()
  ) async throws -> Response<String> {
    try await Response(content: answer(prompt, schema: nil, options: options) { _ in }.text)
  }

  @discardableResult public func respond<Content: Generable>(
    to prompt: String, generating type: Content.Type, options: GenerationOptions = .init()
  ) async throws -> Response<Content> {
    let text = try await answer(prompt, schema: Content.generationSchema, options: options) { _ in }.text
    return try Response(content: Content(GeneratedContent(json: text)))
  }

  public func streamResponse(to prompt: String) -> ResponseStream<String> {
    let (contents, continuation) = AsyncThrowingStream.makeStream(of: GeneratedContent.self)
    Task {
      do {
        _ = try await answer(prompt, schema: nil, options: .init()) { continuation.yield($0.generatedContent) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return ResponseStream(contents: contents)
  }

  private struct Step {
    var text = ""
    var responseID = ""
    var thought = ""
    var calls: [(id: String, name: String, arguments: String)] = []
    var data: [Transcript.DataEntry] = []
  }

  private func answer(
    _ prompt: String, schema: GenerationSchema?, options: GenerationOptions, show: @escaping @Sendable (String) -> Void
  ) async throws -> Step {
    var transcript = transcript
    transcript.entries.append(.prompt(.init(segments: [.text(.init(content: prompt))])))
    while true {
      let step = try await next(transcript, schema: schema, options: options, show: show)
      if !step.thought.isEmpty {
        transcript.entries.append(.reasoning(.init(segments: [.text(.init(content: step.thought))])))
      }
      guard !step.calls.isEmpty else {
        transcript.entries.append(
          .response(.init(id: step.responseID, assetIDs: [], segments: [.text(.init(content: step.text))])))
        for entry in step.data {
          guard try await acceptsData(entry) else {
            throw LanguageModelError.unsupportedTranscriptContent(
              .init(unsupportedContent: [.data(entry)], debugDescription: "data"))
          }
          transcript.entries.append(.data(entry))
        }
        state.withLock { [transcript] in $0 = transcript }
        return step
      }
      let calls = try step.calls.map {
        Transcript.ToolCall(id: $0.id, toolName: $0.name, arguments: try GeneratedContent(json: $0.arguments))
      }
      transcript.entries.append(.toolCalls(.init(calls)))
      for call in calls {
        guard let tool = tools.first(where: { $0.name == call.toolName }) else {
          throw GeneratedContent.ParsingError(rawContent: call.toolName, debugDescription: "no such tool")
        }
        let output = try await Self.output(of: tool, call.arguments)
        transcript.entries.append(
          .toolOutput(.init(id: call.id, toolName: call.toolName, segments: [.text(.init(content: output.text))])))
      }
    }
  }

  private static func output<T: Tool>(of tool: T, _ arguments: GeneratedContent) async throws -> Prompt {
    do {
      return try await tool.call(arguments: T.Arguments(arguments)).promptRepresentation
    } catch {
      throw ToolCallError(tool: tool, underlyingError: error)
    }
  }

  private func next(
    _ transcript: Transcript, schema: GenerationSchema?, options: GenerationOptions,
    show: @escaping @Sendable (String) -> Void
  ) async throws -> Step {
    let step = Mutex(Step())
    let channel = LanguageModelExecutorGenerationChannel { event in
      step.withLock { step in
        switch event {
        case .response(let id, .appendText(let text, _)):
          step.responseID = id
          step.text += text
          show(step.text)
        case .response(let id, .replaceTextSegment(let text, _)):
          step.responseID = id
          step.text = text
          show(text)
        case .reasoning(_, .appendText(let text, _)): step.thought += text
        case .toolCalls(_, .toolCall(let id, let name, .appendArguments(let text, _))):
          if let index = step.calls.firstIndex(where: { $0.id == id }) {
            step.calls[index].arguments += text
          } else {
            step.calls.append((id, name, text))
          }
        case .data(let id, .update(let type, let content, let metadata)):
          step.data.append(
            .init(id: id ?? UUID().uuidString, contentType: type, content: content, metadata: metadata))
        case .response(_, .updateUsage), .toolCalls(_, .updateUsage): break
        }
      }
    }
    let definitions = tools.map {
      Transcript.ToolDefinition(name: $0.name, description: $0.description, parameters: $0.parameters)
    }
    try await run(
      .init(
        id: UUID(), transcript: transcript, enabledToolDefinitions: definitions, schema: schema,
        generationOptions: options, contextOptions: .init()), channel)
    return step.withLock { $0 }
  }
}
