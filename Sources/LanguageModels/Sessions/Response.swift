extension LanguageModelSession {
  /// The result of a request.
  public struct Response<Content: Generable> {
    /// The answer.
    public let content: Content
    /// The answer as the model generated it.
    public let rawContent: GeneratedContent
    /// The entries that the request added to the transcript: the prompt, tool calls and their outputs, the response.
    public let transcriptEntries: ArraySlice<Transcript.Entry>
    /// The tokens that the request used, over all its inferences.
    public let usage: Usage
    /// Whether the answer was cut off by the limit on the reply or by the window.
    public let isTruncated: Bool
    /// Where the tokens of the last inference's prompt went.
    public let contextBreakdown: ContextBreakdown
    /// The logarithm of the probability of the last inference's reply; `nil` if the model does not tell.
    package let logProbability: Double?
  }

  /// An answer while it is generated: a sequence of snapshots, each with everything so far.
  ///
  /// The model generates whether or not the stream is iterated. It stops within one token when the stream is released
  /// or the iterating task is cancelled.
  public struct ResponseStream<Content: Generable>: AsyncSequence {
    /// The answer so far.
    public struct Snapshot {
      /// The answer so far.
      public var content: Content.PartiallyGenerated
      /// The answer so far, as the model generated it.
      public var rawContent: GeneratedContent
    }

    let snapshots: AsyncThrowingStream<GeneratedContent, any Swift.Error>
    let task: Task<Exchange.Outcome, any Swift.Error>

    /// Waits for the end and returns the whole answer, even if the snapshots were iterated before.
    public func collect() async throws -> sending Response<Content> {
      let outcome = try await withTaskCancellationHandler { [task] in
        try await task.value
      } onCancel: { [task] in
        task.cancel()
      }
      return try outcome.response()
    }

    /// Iterates over the snapshots. A slow consumer gets the newest and misses some.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: snapshots.makeAsyncIterator()) }

    /// Iterates over snapshots.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var base: AsyncThrowingStream<GeneratedContent, any Swift.Error>.AsyncIterator

      /// Returns the next new snapshot; throws what the request throws.
      public mutating func next() async throws -> Snapshot? {
        while let content = try await base.next() {
          // The content so far may not be enough for a value.
          if let partial = try? Content.PartiallyGenerated(content) {
            return Snapshot(content: partial, rawContent: content)
          }
        }
        return nil
      }
    }
  }
}

extension Exchange.Outcome {
  func response<Content: Generable>() throws -> LanguageModelSession.Response<Content> {
    LanguageModelSession.Response(
      content: try Content(content), rawContent: content, transcriptEntries: entries[...], usage: usage,
      isTruncated: isTruncated, contextBreakdown: breakdown, logProbability: logProbability)
  }
}
