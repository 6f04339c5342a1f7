public import LanguageModels

/// An answer whose passages are known at once and whose text comes as the model writes it.
///
///     let answer = try await notes.answer(to: "How do I rotate the signing keys?", using: model)
///     print(answer.passages)
///     for try await snapshot in answer { print(snapshot.content) }
///
/// Iterating starts the model; each iteration asks it anew. Cancelling the task that iterates stops it, and ends the
/// iteration without an error, as streams do: `collect()` throws `CancellationError` then.
public struct Answer: AsyncSequence, Sendable {
  /// What is known of an answer.
  public enum Outcome: Sendable, Hashable {
    /// The notes hold an answer.
    case answered
    /// The model doubts that the notes hold the answer it gives, the lines cited lack a number, date, name or address
    /// of it, or it may follow an order that stands in a note. If the passages fit the question well and the model
    /// gives no answer, `Snapshot.sources` are the lines that come closest.
    case unsure
    /// The notes do not hold an answer.
    case notInNotes(Refusal)
  }

  /// Who found that the notes hold no answer.
  public enum Refusal: String, Sendable, Hashable, Codable {
    /// No passage was found, or none near enough: the topic is not in the notes.
    case topic
    /// The model, asked whether the sources state the answer, had too small a yes/no margin.
    case probe
    /// The model said so in its answer.
    case model
  }

  /// What was asked.
  public let question: String
  /// Whether the answer is about the conversation itself, from what was said in it; it has no passages then.
  public var isAboutConversation = false
  /// The passages that the model was given, or on a refusal the nearest that there are; best first.
  public let passages: [Passage]
  /// The passages that were found and not given to the model, best first, each with why.
  public var leftOut: [LeftOutPassage] = []
  /// What is known before the first word. A model may still say that the notes hold no answer.
  public let outcome: Outcome
  /// The gate's score over the passages, 0 … 1; see `RefusalGate`.
  public let gateScore: Double
  /// The yes/no logit margin of the model, asked whether the sources state the answer; `nil` if it was not asked.
  public let probeScore: Double?
  /// Where the tokens of the window go, exactly; `nil` where no prompt was made, or the model searched by itself.
  public var contextBreakdown: ContextBreakdown?
  /// Exact tokens of the prompt; 0 where none was made.
  public var promptTokens: Int { contextBreakdown?.promptTokenCount ?? 0 }

  /// Whether the model writes something.
  var isWritten: Bool {
    if case .notInNotes = outcome { return false }
    return !reply.isNone
  }

  let reply: Reply
  let writer: AnswerWriter
  /// Is told of the answer when it is whole, before the iteration ends.
  var whenWhole: @Sendable (Snapshot) async throws -> Void = { _ in }

  /// The answer as far as it has been written.
  public struct Snapshot: Sendable, Hashable {
    /// The text so far, with `[n]` after each finished sentence that has a source.
    ///
    /// A later snapshot begins with all of an earlier one's, byte for byte and character for character: what was shown
    /// is never taken back. No snapshot ends in white space, nor inside a character. Lines end in a line feed.
    public var content: String
    /// The finished sentences, without their marks.
    public var sentences: [Sentence]
    /// What the marks stand for.
    public var sources: [CitedSource]
    /// What is known of the answer now.
    public var outcome: Outcome
    /// Whether the reply was cut by its limit or the window. Set in the last snapshot.
    public var isTruncated: Bool
    /// The tokens of the inference. Set in the last snapshot.
    public var usage: GenerationSummary?

    /// Whether `sources` are not what the answer rests on but the lines that come closest to the question, which the
    /// notes do not answer outright.
    public var showsClosestLines: Bool {
      outcome == .unsure && !sources.isEmpty && sentences.allSatisfy(\.citations.isEmpty)
    }
  }

  /// A sentence of an answer and what it rests on.
  public struct Sentence: Sendable, Hashable, Codable {
    /// The sentence.
    public var text: String
    /// The numbers of the sources that it rests on.
    public var citations: [Int]
    /// Numbers, dates, names and addresses of the sentence that stand in none of the lines cited for it.
    public var unsupported: [String]
    /// Whether the sentence stands word for word in the lines cited for it. It need not be the answer for that.
    public var isVerbatim = false
    /// Whether the sentence may say what an order in a note wants, and not what the notes say: it is cited for a line
    /// that speaks to a model, or such a line is among the passages and no other has all of the sentence's words.
    public var mayFollowOrder = false
  }

  /// The answer whole, with all that was found out about it.
  ///
  /// If no answer was written, its content is empty. Throws `CancellationError` where the task is
  /// cancelled, and what the model throws.
  public func collect() async throws -> Snapshot {
    var last = Snapshot(content: "", sentences: [], sources: [], outcome: outcome, isTruncated: false, usage: nil)
    for try await snapshot in self { last = snapshot }
    try Task.checkCancellation()
    return last
  }

  /// Begins to write the answer.
  public func makeAsyncIterator() -> AsyncThrowingStream<Snapshot, any Error>.AsyncIterator {
    stream().makeAsyncIterator()
  }

  private func stream() -> AsyncThrowingStream<Snapshot, any Error> {
    if case .notInNotes = outcome { return AsyncThrowingStream { $0.finish() } }
    return AsyncThrowingStream { continuation in
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

  private func write(_ yield: (Snapshot) -> Void) async throws {
    var draft = AnswerDraft(outcome: outcome)
    var usage: GenerationSummary?
    var isCut = false
    for try await part in reply.parts() {
      switch part {
      case .text(let text):
        if try await writer.append(text, to: &draft) { yield(draft.snapshot()) }
      case .end(let summary, let wasCut):
        usage = summary
        isCut = wasCut
      }
    }
    try Task.checkCancellation()
    try await writer.finish(&draft)
    let whole = draft.snapshot(isTruncated: isCut, usage: usage)
    try await whenWhole(whole)
    yield(whole)
  }
}
