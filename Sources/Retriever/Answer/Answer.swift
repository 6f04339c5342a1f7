public import LanguageModels

/// An answer whose passages are known at once and whose text arrives as the model writes it.
///
///     let answer = try await notes.answer(to: "How do I rotate the signing keys?", using: model)
///     print(answer.passages)
///     for try await snapshot in answer { print(snapshot.content) }
///
/// An answer is written once, however often it is read. The first iteration, or `collect()`, starts the model, unless
/// the model already had to start in order to search; all others share what it writes:
///
/// - Concurrent iterations get the same snapshots. A later one begins with the newest snapshot, and one that begins
///   after the end gets the whole answer as its only snapshot. If nothing is written, there is no snapshot.
/// - The model writes as long as anyone iterates. It stops when the last reader cancels its task or leaves its loop. A
///   later iteration gets what was written until then, and then throws `CancellationError`.
/// - A cancelled task gets `CancellationError` too, so a loop that ends without an error has the whole answer.
/// - Every iteration throws the model's errors.
///
/// For another answer, ask the question again.
public struct Answer: AsyncSequence, Sendable {
  /// How far an answer can be relied on.
  public enum Outcome: Sendable, Hashable, Codable {
    /// The notes contain an answer.
    case answered
    /// The model doubts that the notes contain the answer, the cited lines lack a number, date, name or address in it,
    /// other lines contradict it, or it may follow an instruction in a note. If the passages fit the question well but
    /// the model gives no answer, `Snapshot.sources` are the lines that come closest.
    case unsure
    /// The notes do not contain an answer.
    case notInNotes(Refusal)

    /// The name in JSON: `answered`, `unsure` or `notInNotes`.
    package var name: String {
      switch self {
      case .answered: "answered"
      case .unsure: "unsure"
      case .notInNotes: "notInNotes"
      }
    }
  }

  /// The check that found no answer in the notes.
  public enum Refusal: String, Sendable, Hashable, Codable {
    /// No passage was found, or none is close enough: the topic is not in the notes.
    case topic
    /// The model, asked whether the sources state the answer, had too small a yes/no margin.
    case probe
    /// The model said in its reply that the notes contain no answer.
    case model
  }

  /// The question that was asked.
  public let question: String
  /// Whether the answer is about the conversation itself. It then has no passages.
  public var isAboutConversation = false
  /// The passages given to the model or, after a refusal, the closest ones; best first. If the model searched itself,
  /// those that its answer is only compared with come last.
  public let passages: [Passage]
  /// The passages that were found but not given to the model, best first, with the reason.
  public var leftOut: [LeftOutPassage] = []
  /// All places that the question asks for, if it asks for all or a number of something, for the last
  /// time, or for what was on some days.
  public var listing: Listing?
  /// The outcome known before the first word. A model may still say that the notes contain no answer.
  public let outcome: Outcome
  /// The score that decides whether the topic is in the notes, 0 … 1.
  public let gateScore: Double
  /// The yes/no logit margin of the model, asked whether the sources state the answer; `nil` if it was not asked.
  public let probeScore: Double?
  /// The outputs of the layers in `AnswerOptions.layers` at the end of the prompts `probe` and `answer`.
  package var activations: [String: [Int: [Float]]] = [:]
  /// How the tokens of the window are used; `nil` if there is no prompt, or the model searched by itself.
  public var contextBreakdown: ContextBreakdown?
  /// The exact number of tokens in the prompt; 0 if there is none.
  public var promptTokens: Int { contextBreakdown?.promptTokenCount ?? 0 }

  /// Whether the model writes something.
  var isWritten: Bool {
    if case .notInNotes = outcome { return false }
    return listing != nil || !reply.isNone
  }

  let reply: Reply
  /// What writes it; `nil` if another process does.
  let writer: AnswerWriter?
  let broadcast: AnswerBroadcast

  /// - Parameter whenWhole: Called once with the whole answer, before any reader gets it.
  init(
    question: String, passages: [Passage], leftOut: [LeftOutPassage] = [], outcome: Outcome, gateScore: Double,
    probeScore: Double?, contextBreakdown: ContextBreakdown? = nil, reply: Reply, writer: AnswerWriter,
    whenWhole: @escaping @Sendable (Snapshot) async throws -> Void = { _ in }
  ) {
    self.question = question
    self.passages = passages
    self.leftOut = leftOut
    self.outcome = outcome
    self.gateScore = gateScore
    self.probeScore = probeScore
    self.contextBreakdown = contextBreakdown
    self.reply = reply
    self.writer = writer
    broadcast = AnswerBroadcast { show in
      if case .notInNotes = outcome { return }
      try await writer.write(reply, as: outcome, whenWhole: whenWhole, show: show)
    }
  }

  /// An answer that another process writes: what is known before its first word, and the snapshots that follow.
  init(_ beginning: AnswerBeginning, write: @escaping AnswerBroadcast.Write) {
    (question, passages, leftOut) = (beginning.question, beginning.passages, beginning.leftOut)
    (outcome, gateScore, probeScore) = (beginning.outcome, beginning.gateScore, beginning.probeScore)
    contextBreakdown = beginning.contextBreakdown
    (reply, writer, broadcast) = (.none, nil, AnswerBroadcast(write))
  }

  /// An answer that consists of all places that the question asks for. No model writes it.
  init(question: String, listing: Listing, passages: [Passage], writer: AnswerWriter) {
    let isFound = !listing.rows.isEmpty
    self.init(
      question: question, passages: passages, outcome: isFound ? .answered : .notInNotes(.topic),
      gateScore: isFound ? 1 : 0, probeScore: nil, reply: .none, writer: writer)
    self.listing = listing
    if isFound { broadcast.end(with: listing.snapshot(citing: passages)) }
  }

  /// The answer as written so far.
  public struct Snapshot: Sendable, Hashable, Codable {
    /// The text so far, with `[n]` after each finished sentence that has a source.
    ///
    /// A later snapshot begins with all of an earlier one, byte for byte and character for character: what was shown is
    /// never taken back. No snapshot ends in white space or inside a character. Lines end in a line feed.
    public var content: String
    /// The finished sentences, without their marks.
    public var sentences: [Sentence]
    /// The sources that the marks name.
    public var sources: [CitedSource]
    /// How far the text so far can be relied on.
    public var outcome: Outcome
    /// Names, numbers and words such as "first" and "not" of the question that the notes cited for the answer do not
    /// have: it may be about somebody else, or another year. Set in the last snapshot.
    public var unmentioned: [String] = []
    /// Other lines that fit the question nearly as well and have another value of the same kind, numbered after the
    /// sources. Set in the last snapshot.
    public var contradictions: [CitedSource] = []
    /// The probability that the answer is right, 0 … 1, as measured on public questions about other texts, half of them
    /// without an answer: it ranks answers, and does not tell how many answers from these notes are right. `nil` if
    /// nothing was measured for the model. Set in the last snapshot.
    public var probability: Double?
    /// What is known of the answer, for evaluations. Set in the last snapshot.
    package var signals: AnswerSignals?
    /// Whether the reply was cut off by its limit or the window. Set in the last snapshot.
    public var isTruncated: Bool
    /// The tokens of the inference. Set in the last snapshot.
    public var usage: GenerationSummary?

    /// Whether `sources` are only the lines that come closest, because the notes do not answer the question outright.
    ///
    /// Not if there is an answer that no line supports: then they are what it can be compared with.
    public var showsClosestLines: Bool {
      outcome == .unsure && !sources.isEmpty && sentences.allSatisfy(\.citations.isEmpty)
        && sentences.first.map { ModelRefusal.isRefusal($0.text) } ?? true
    }
  }

  /// A sentence of an answer with its sources.
  public struct Sentence: Sendable, Hashable, Codable {
    /// The sentence's text.
    public var text: String
    /// Of which value of a structured answer it is the text, as a JSON Pointer (RFC 6901): `/prices/0/euro`, or empty
    /// for the whole answer. `nil` in an answer of text.
    public var pointer: String?
    /// The numbers of its sources.
    public var citations: [Int]
    /// Numbers, dates, names and addresses in the sentence that are in none of the lines cited for it.
    public var unsupported: [String]
    /// Whether the sentence occurs word for word in the lines cited for it. It may still not answer the question.
    public var isVerbatim = false
    /// Whether the sentence may follow an instruction in a note instead of saying what the notes say: it cites a line
    /// that addresses a model, or one of the passages contains such a line and no other line contains all the words of
    /// the sentence.
    public var mayFollowOrder = false
  }

  /// Returns the whole answer, writing it if necessary.
  ///
  /// If no answer was written, its content is empty. Throws `CancellationError` if the task is cancelled or the model
  /// was stopped before, and any error of the model.
  public func collect() async throws -> Snapshot {
    var last = Snapshot(content: "", sentences: [], sources: [], outcome: outcome, isTruncated: false, usage: nil)
    for try await snapshot in self { last = snapshot }
    return last
  }

  /// Starts the model, unless it was started before.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: broadcast.read().makeAsyncIterator()) }

  /// An iterator over snapshots.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var base: AnswerBroadcast.Stream.AsyncIterator

    /// Returns the next snapshot, or `nil` after the whole answer. Throws `CancellationError`, and what the model
    /// throws.
    public mutating func next() async throws -> Snapshot? {
      let snapshot = try await base.next()
      // A stream ends without an error if its reader is cancelled.
      if snapshot == nil { try Task.checkCancellation() }
      return snapshot
    }
  }
}
