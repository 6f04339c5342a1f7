extension LanguageModelSession {
  /// What a request came to.
  public struct Response<Content: Generable> {
    /// The answer.
    public let content: Content
    /// The answer as the model generated it.
    public let rawContent: GeneratedContent
    /// The entries that the request added to the transcript: the prompt, calls and outputs of tools, the response.
    public let transcriptEntries: ArraySlice<Transcript.Entry>
    /// The tokens that the request cost, over all its inferences.
    public let usage: Usage
    /// Whether the limit on the reply or the window cut the answer.
    public let isTruncated: Bool
    /// Where the tokens of the last inference's prompt went.
    public let contextBreakdown: ContextBreakdown
  }

  /// An answer while it comes: cumulative snapshots, each with all that is there so far.
  ///
  /// Generation goes on whether or not anybody iterates, and stops within one token when the stream is let go of or
  /// the task that iterates is cancelled.
  public struct ResponseStream<Content: Generable>: AsyncSequence {
    /// What is there of an answer.
    public struct Snapshot {
      /// The answer so far.
      public var content: Content.PartiallyGenerated
      /// The answer so far, as the model generated it.
      public var rawContent: GeneratedContent
    }

    let snapshots: AsyncThrowingStream<GeneratedContent, any Swift.Error>
    let task: Task<Exchange.Outcome, any Swift.Error>

    /// Waits for the end and returns the whole answer, also when the snapshots were iterated before.
    public func collect() async throws -> sending Response<Content> {
      let outcome = try await withTaskCancellationHandler { [task] in
        try await task.value
      } onCancel: { [task] in
        task.cancel()
      }
      return try outcome.response()
    }

    /// Iterates over the snapshots; whoever is slow gets the newest and misses some.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: snapshots.makeAsyncIterator()) }

    /// Iterates over snapshots.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var base: AsyncThrowingStream<GeneratedContent, any Swift.Error>.AsyncIterator

      /// The next snapshot that is new; throws what the request throws.
      public mutating func next() async throws -> Snapshot? {
        while let content = try await base.next() {
          // What is there may not be enough for a value yet.
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
      isTruncated: isTruncated, contextBreakdown: breakdown)
  }
}
