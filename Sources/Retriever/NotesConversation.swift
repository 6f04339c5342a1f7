public import LanguageModels
import Synchronization
public import VectorStore

/// A conversation about notes that never ends: each question is searched for, answered with sources, and remembered.
///
///     let conversation = NotesConversation(about: notes, using: model)
///     for try await snapshot in try await conversation.answer(to: "When does the insurance end?") { … }
///     for try await snapshot in try await conversation.answer(to: "And who is the agent?") { … }
///
/// A question that leans on earlier ones is first rewritten to stand alone. Passages leave the window when their turn
/// is over, except those that the answer cites; when the window is nearly full, older turns become a summary.
public final class NotesConversation: Sendable {
  /// What was said, and where its tokens go.
  public let session: LanguageModelSession
  private let notes: SearchIndex
  private let model: any LanguageModel
  private let options: AnswerOptions
  private let lastPassages = Mutex<[Passage]>([])

  /// Starts a conversation, or goes on with one.
  ///
  /// - Parameters:
  ///   - transcript: What was said before; `nil` starts anew.
  ///   - options: `refusalCuts` are not used: what the notes do not hold may have been said before.
  public init(
    about notes: SearchIndex, using model: any LanguageModel, transcript: Transcript? = nil,
    options: AnswerOptions = .init()
  ) {
    self.notes = notes
    self.model = model
    self.options = options
    session =
      transcript.map { LanguageModelSession(model: model, transcript: $0) }
      ?? LanguageModelSession(model: model, instructions: Prompts.conversationInstructions)
    session.compaction = SummarizeAndCarry().carryingOnlyCited().droppingFinishedToolCalls()
  }

  /// The passages that the last question was answered from.
  public var passages: [Passage] { lastPassages.withLock { $0 } }

  /// Forgets what was said.
  public func startAnew() throws {
    try session.setTranscript(
      Transcript(entries: [
        .instructions(.init(segments: Instructions(Prompts.conversationInstructions).segments))
      ]))
    lastPassages.withLock { $0 = [] }
  }

  /// Answers a question from the notes and from what was said before.
  ///
  /// The answer is part of the conversation once it was iterated to its end. Where the notes hold nothing near the
  /// question and nothing was said before, it is refused without asking the model.
  ///
  /// - Throws: `SearchIndexError` where the index cannot be read; what the model throws.
  public func answer(to question: String) async throws -> Answer {
    let question = QueryText.normalized(question)
    let query = try await standalone(question)
    let found = try await notes.passages(matching: query, limit: options.passageLimit * 3)
    let terms = try await QuestionTerms.read(query, in: notes)
    let gate = try await notes.gateScore(of: found, terms: terms)
    let isNear = !found.isEmpty && gate >= RefusalGate.cutBeforeProbe
    let nearest = Array(found.prefix(RefusalGate.passages))
    guard isNear || !session.transcript.history.isEmpty else {
      lastPassages.withLock { $0 = [] }
      return Answer(
        question: question, passages: nearest, outcome: .notInNotes(.topic), gateScore: gate, probeScore: nil,
        reply: .none,
        writer: AnswerWriter(
          index: notes, passages: nearest, citations: try await Citations.read([], question: terms, in: notes)))
    }
    let packing = isNear ? try await packed(found) : PassagePacking.Packing()
    let passages = packing.passages
    lastPassages.withLock { $0 = passages }
    let prompt = Prompt(
      passages: passages.enumerated().map { Prompts.source($0.offset + 1, $0.element) }, question: question)
    let generation = GenerationOptions(
      samplingMode: options.samplingMode, maximumResponseTokens: options.replyTokens)
    var answer = Answer(
      question: question, passages: passages, leftOut: packing.leftOut, outcome: .answered, gateScore: gate,
      probeScore: nil, contextBreakdown: try await session.contextBreakdown(prompt: prompt, options: generation),
      reply: .response { [session] in session.streamResponse(to: prompt, options: generation) },
      writer: AnswerWriter(
        index: notes, passages: passages, citations: try await Citations.read(passages, question: terms, in: notes)))
    answer.whenWhole = { [session] in try session.keepPassages(Set($0.sources.map(\.passage))) }
    return answer
  }

  /// The passages that fit beside the instructions, the newest turns and the reply.
  ///
  /// They take a third of the window at most, so that the conversation has room.
  private func packed(_ found: [Passage]) async throws -> PassagePacking.Packing {
    let limits = PassagePacking.Limits(
      tokens: min(options.passageTokens, model.contextSize / 3), passages: options.passageLimit,
      scoreShare: AnswerPrompt.scoreShare)
    return try await PassagePacking.pack(found, limits: limits) { number, passage in
      try await model.tokenCount(of: Prompts.source(number, passage) + "\n\n")
    }
  }

  /// The question as it can be understood by itself, in a session of its own; the first needs no rewriting.
  private func standalone(_ question: String) async throws -> String {
    let history = Array(session.transcript.history.suffix(Self.entriesForRewriting)).withoutPassages
    guard !history.isEmpty else { return question }
    var conversation = Transcript.text(of: history)
    let room = model.contextSize / 4
    while try await model.tokenCount(of: conversation) > room { conversation.removeFirst(conversation.count / 2 + 1) }
    let rewriting = LanguageModelSession(model: model, instructions: Prompts.standaloneInstructions)
    rewriting.eventHandler = session.eventHandler
    let reply = try await rewriting.respond(
      to: Prompts.standalone(question, after: conversation),
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 64))
    let line = reply.content.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // Both are searched for: a rewriting that went wrong must not lose what the user said.
    return line.isEmpty || line == question ? question : "\(question) \(line)"
  }

  private static let entriesForRewriting = 4
}

extension LanguageModelSession {
  /// Drops the passages of the last turn that are not among those cited, by their places from 0.
  fileprivate func keepPassages(_ cited: Set<Int>) throws {
    var transcript = transcript
    guard let index = transcript.lastIndex(where: { if case .prompt = $0 { true } else { false } }),
      case .prompt(var prompt) = transcript[index]
    else { return }
    var place = -1
    prompt.segments.removeAll { segment in
      guard segment.isPassage else { return false }
      place += 1
      return !cited.contains(place)
    }
    transcript[index] = .prompt(prompt)
    try setTranscript(transcript)
  }
}

extension [Transcript.Entry] {
  /// The entries without the passages in their prompts.
  fileprivate var withoutPassages: Self {
    map { entry in
      guard case .prompt(var prompt) = entry else { return entry }
      prompt.segments.removeAll(where: \.isPassage)
      return .prompt(prompt)
    }
  }
}
