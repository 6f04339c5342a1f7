import LanguageModels

/// A model's reply as text for the reader, in whatever form the prompt requires it.
struct Reply: Sendable {
  enum Part: Sendable {
    /// More text.
    case text(String)
    /// The end of the reply. `isCut` is whether its limit or the window cut it off.
    case end(GenerationSummary?, isCut: Bool)
  }

  /// Starts the model. Call it once.
  let parts: @Sendable () -> AsyncThrowingStream<Part, any Error>

  /// Whether the model is not asked.
  var isNone = false

  /// No reply: the model is not asked.
  static let none = Reply(parts: { AsyncThrowingStream { $0.finish() } }, isNone: true)

  /// The text inside the JSON string that the request began or asked for or, unless `isText`, everything that the model
  /// writes.
  static func json(
    _ request: LanguageModelRequest, of model: any LanguageModel, isText: Bool = true, breakdown: ContextBreakdown,
    onEvent: @escaping @Sendable (SessionEvent) -> Void
  ) -> Reply {
    Reply {
      stream { yield in
        var decoder = ReplyDecoder(isBegun: !request.replyPrefix.isEmpty)
        var summary: GenerationSummary?
        let start = ContinuousClock.now
        var firstText: ContinuousClock.Instant?
        for try await event in model.generate(request) {
          switch event {
          case .reasoning(let piece):
            if firstText == nil { firstText = .now }
            onEvent(.reasoning(piece))
          case .text(let piece):
            if firstText == nil { firstText = .now }
            let text = isText ? decoder.decode(piece) : piece
            if !text.isEmpty { yield(.text(text)) }
          case .end(let end): summary = end
          }
        }
        if let summary {
          onEvent(
            .inference(InferenceRecord(.response, summary, from: start, firstText: firstText, breakdown: breakdown)))
        }
        let rest = decoder.finish()
        if !rest.isEmpty { yield(.text(rest)) }
        yield(.end(summary, isCut: summary?.reason == .length && !decoder.isComplete))
      }
    }
  }

  /// The text of a session's response.
  static func response(
    _ respond: @escaping @Sendable () -> LanguageModelSession.ResponseStream<String>
  ) -> Reply {
    Reply { stream { yield in try await write(respond(), yield) } }
  }

  /// The text of a session's response. Returns once the response has begun or failed, when it is known what tools
  /// found.
  static func begunResponse(
    _ respond: @escaping @Sendable () -> LanguageModelSession.ResponseStream<String>
  ) async -> Reply {
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let parts = stream { yield in
      defer { beginning.finish() }
      try await write(respond()) { part in
        beginning.finish()
        yield(part)
      }
    }
    for await _ in began {}
    return Reply { parts }
  }

  private static func write(
    _ response: LanguageModelSession.ResponseStream<String>, _ yield: (Part) -> Void
  ) async throws {
    // Counted in bytes, since more text may extend the last grapheme.
    var shown = 0
    func add(_ content: String) {
      guard content.utf8.count > shown else { return }
      yield(.text(String(content[content.utf8.index(content.startIndex, offsetBy: shown)...])))
      shown = content.utf8.count
    }
    for try await snapshot in response { add(snapshot.content) }
    let whole = try await response.collect()
    add(whole.content)
    let usage = whole.usage
    let summary = GenerationSummary(
      promptTokens: usage.input.totalTokenCount, cachedTokens: usage.input.cachedTokenCount,
      replyTokens: usage.output.totalTokenCount, reasoningTokens: usage.output.reasoningTokenCount,
      reason: whole.isTruncated ? .length : .complete, logProbability: whole.logProbability)
    yield(.end(summary, isCut: whole.isTruncated))
  }

  private static func stream(
    _ write: @escaping @Sendable ((Part) -> Void) async throws -> Void
  ) -> AsyncThrowingStream<Part, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await write { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
