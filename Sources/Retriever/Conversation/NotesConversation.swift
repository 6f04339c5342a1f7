import Foundation
public import LanguageModels
import Synchronization
public import VectorStore

/// A conversation about notes, of any length: each question is searched for, answered with sources, and remembered.
///
///     let conversation = NotesConversation(about: notes, using: model)
///     let first = try await conversation.answer(to: "When does the insurance end?").collect()
///     let second = try await conversation.answer(to: "And who is the agent?").collect()
///
/// A follow-up is first rewritten so that it can be understood alone; a question about the conversation itself is
/// answered from what was said. When a turn is over, passages that its answer does not cite leave the window; those
/// that stay keep their numbers. When the window is nearly full, older turns become a summary.
///
/// Ask one question at a time: like its session, a conversation answers one request, then the next.
public final class NotesConversation: Sendable {
  /// The session, which holds the transcript and counts its tokens.
  public let session: LanguageModelSession
  let notes: SearchIndex
  let model: any LanguageModel
  let options: AnswerOptions
  let last = Mutex(Search())

  /// The passages that earlier answers cited, newest first: they are still in the conversation, and an answer may use
  /// them.
  private let cited = Mutex<[Passage]>([])
  private static let citedPassages = 8

  struct Search {
    var query = ""
    var passages: [Passage] = []
    /// What it asked of days.
    var days: DayQuestion?
  }
  /// All questions and answers, including turns that have left the window.
  let said: Mutex<[(question: String, answer: String)]>

  /// Starts a conversation, or continues one.
  ///
  /// - Parameters:
  ///   - notes: The index that questions are searched in.
  ///   - model: The model that answers, rewrites follow-ups and writes summaries.
  ///   - transcript: What was said before; `nil` starts a new conversation.
  ///   - options: Below a threshold of the model, the first question is refused; a later one is answered and marked
  ///     unsure, since what is not in the notes may have been said before.
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
    said = Mutex(session.transcript.said)
    session.promptForm = Prompts.conversationForm(for: model)
    // Passages that are not cited leave the transcript once the answer is complete, so compaction chooses only among
    // turns.
    session.compaction = SummarizeAndCarry().droppingFinishedToolCalls()
  }

  /// Continues a conversation of which only the texts are known, as a client of a server sends them.
  package convenience init(
    about notes: SearchIndex, using model: any LanguageModel, turns: [(question: String, answer: String)],
    options: AnswerOptions = .init()
  ) {
    var entries: [Transcript.Entry] = [
      .instructions(.init(segments: Instructions(Prompts.conversationInstructions).segments))
    ]
    for turn in turns {
      entries.append(.prompt(.init(segments: [.text(.init(content: turn.question))])))
      entries.append(.response(.init(segments: [.text(.init(content: turn.answer))])))
    }
    self.init(about: notes, using: model, transcript: Transcript(entries: entries), options: options)
  }

  /// The passages from which the last question was answered.
  public var passages: [Passage] { last.withLock { $0.passages } }

  /// The search for the last question: the question and, for a follow-up, also its rewritten form.
  public var query: String { last.withLock { $0.query } }

  /// Forgets what was said.
  public func startOver() throws {
    try session.setTranscript(
      Transcript(entries: [
        .instructions(.init(segments: Instructions(Prompts.conversationInstructions).segments))
      ]))
    last.withLock { $0 = Search() }
    cited.withLock { $0 = [] }
    said.withLock { $0 = [] }
  }

  /// Answers a question from the notes and from what was said before.
  ///
  /// The answer becomes part of the conversation when it has been iterated to its end. If nothing in the notes is close
  /// to the question and nothing was said before, the question is refused without asking the model.
  ///
  /// - Throws: `SearchIndexError` if the index cannot be read; the model's errors.
  public func answer(to question: String) async throws -> Answer {
    try await model.checkFits(question)
    let question = QueryText.normalized(question)
    let said = said.withLock { $0 }
    if !said.isEmpty, ConversationQuestion.isAboutConversation(question) {
      return try await answer(to: question, from: said)
    }
    if let answer = try await answerFromAll(to: question) { return answer }
    let query = try await query(for: question)
    last.withLock { $0 = Search(query: query) }
    let limit = options.passageLimit * 3
    let candidates = try await notes.passages(
      matching: query, limit: Reranking.depth(for: limit, options.reranker), where: options.filter)
    let found = Array(candidates.prefix(limit))
    let terms = try await QuestionTerms.read(query, in: notes)
    let gate = try await notes.gateScore(of: found, terms: terms)
    let hasUnreadDays = DayQuestion.hasUnreadDays(question, today: options.filter.today ?? Day(of: Date()))
    let isNear = !found.isEmpty && (gate >= RefusalGate.thresholdBeforeProbe || hasUnreadDays)
    let nearest = Array(found.prefix(RefusalGate.passages))
    guard isNear || !session.transcript.history.isEmpty else {
      return Answer(
        question: question, passages: nearest, outcome: .notInNotes(.topic), gateScore: gate, probeScore: nil,
        reply: .none,
        writer: AnswerWriter(
          index: notes, passages: nearest, citations: try await Citations.read([], question: terms, in: notes)))
    }
    var packing = PassagePacking.Packing()
    if isNear {
      let best = try await Reranking.best(limit, of: candidates, for: query, options.reranker)
      packing = try await packed(try await notes.withMentioned(best, for: query, options: options))
    }
    packing = try await notes.narrowed(packing, for: terms, using: model, options: options)
    let searched = packing.passages
    last.withLock { $0.passages = searched }
    let chunks = Set(searched.map(\.chunk))
    let passages = searched + cited.withLock { $0 }.filter { !chunks.contains($0.chunk) }
    session.onEvent?(.retrieval(RetrievalRecord(query: query, sources: searched.map(\.source.description))))
    let citations = try await Citations.read(passages, question: terms, in: notes)
    var writer = AnswerWriter(
      index: notes, question: question, passages: passages, citations: citations,
      closest: citations.closestSources(in: passages, gateScore: hasUnreadDays ? 1 : gate),
      confidence: AnswerConfidence(measured: model.measuredConfidence))
    let sources = searched.enumerated().map { Prompts.source($0.offset + 1, $0.element) }
    let margin = searched.isEmpty ? nil : try await margin(of: question, sources: sources)
    let signals = AnswerSignals(
      gateScore: gate, margin: margin,
      layerScore: searched.isEmpty ? nil : try await layerScore(of: question, sources: sources),
      isPolar: PolarQuestion.isPolar(question), passages: passages)
    let doubt = rule.doubt(at: signals)
    if doubt == .refused, session.transcript.history.isEmpty {
      return Answer(
        question: question, passages: writer.closest.isEmpty ? nearest : passages, leftOut: packing.leftOut,
        outcome: writer.closest.isEmpty ? .notInNotes(.probe) : .unsure, gateScore: gate, probeScore: margin,
        reply: .none, writer: writer)
    }
    writer.signals = signals
    return try await answer(
      to: question, sources: sources, leftOut: packing.leftOut, gate: gate, margin: margin,
      outcome: doubt == nil ? .answered : .unsure, writer: writer)
  }

  /// Answers a question about the conversation itself from as much of what was said in it as fits.
  private func answer(to question: String, from said: [(question: String, answer: String)]) async throws -> Answer {
    last.withLock { $0 = Search() }
    var turns = zip(1..., said).map { (number: $0, turn: $1) }
    let room = model.contextSize / 3
    while turns.count > 1 {
      let count = try await model.tokenCount(of: Prompts.conversationSource(turns))
      guard count > room else { break }
      // Half of what is probably too much, so that of thousands of turns not each is counted thousands of times.
      let excess = max(1, Int(Double(turns.count) * Double(count - room) / Double(count) / 2))
      // The first and the newest turns are asked about most.
      let start = (turns.count - excess + 1) / 2
      turns.removeSubrange(start..<start + min(excess, turns.count - 1))
    }
    let writer = AnswerWriter(
      index: notes, passages: [],
      citations: try await Citations.read([], question: try await QuestionTerms.read(question, in: notes), in: notes))
    var answer = try await answer(
      to: question, sources: [Prompts.conversationSource(turns)], gate: 0, writer: writer)
    answer.isAboutConversation = true
    return answer
  }

  /// Asks the model. What its answer cites stays in the conversation.
  private func answer(
    to question: String, sources: [String], leftOut: [LeftOutPassage] = [], gate: Double, margin: Double? = nil,
    outcome: Answer.Outcome = .answered, writer: AnswerWriter
  ) async throws -> Answer {
    let prompt = Prompt(passages: sources, question: question)
    let generation = GenerationOptions(
      samplingMode: options.samplingMode, temperature: options.temperature,
      maximumResponseTokens: options.replyTokens)
    let contextOptions = ContextOptions(reasoningLevel: options.reasoningLevel)
    return Answer(
      question: question, passages: writer.passages, leftOut: leftOut, outcome: outcome, gateScore: gate,
      probeScore: margin,
      contextBreakdown: try await session.contextBreakdown(
        prompt: prompt, options: generation, contextOptions: contextOptions),
      reply: .response { [session] in
        session.streamResponse(to: prompt, options: generation, contextOptions: contextOptions)
      }, writer: writer
    ) { [self] whole in
      let places = Set(whole.sources.map(\.passage))
      try session.keepPassages(Set(places.map { $0 + 1 }))
      said.withLock { $0.append((question, whole.sentences.map(\.text).joined(separator: " "))) }
      cited.withLock { cited in
        let new = places.sorted().map { writer.passages[$0] }
        let chunks = Set(new.map(\.chunk))
        cited = Array((new + cited.filter { !chunks.contains($0.chunk) }).prefix(Self.citedPassages))
      }
    }
  }

  /// Returns the passages that fit beside the instructions, the newest turns and the reply.
  ///
  /// They take at most a third of the window, to leave room for the conversation.
  private func packed(_ found: [Passage]) async throws -> PassagePacking.Packing {
    let limits = PassagePacking.Limits(
      tokens: min(options.passageTokens, model.contextSize / 3), passages: options.passageLimit,
      scoreShare: AnswerPrompt.scoreShare)
    return try await PassagePacking.pack(found, limits: limits) { number, passage in
      try await model.tokenCount(of: Prompts.source(number, passage) + "\n\n")
    }
  }

  /// Returns what to search for: the question and, if something was said before, also its standalone form.
  ///
  /// A separate session that sees the last turns rewrites it: in the conversation itself, small models answer instead,
  /// or repeat the question.
  private func query(for question: String) async throws -> String {
    let history = Array(session.transcript.history.filter { !$0.isReasoning }.suffix(Self.entriesForRewriting)).gist
    guard !history.isEmpty else { return question }
    var conversation = Transcript.text(of: history)
    let room = model.contextSize / 8
    while try await model.tokenCount(of: conversation) > room { conversation.removeFirst(conversation.count / 2 + 1) }
    let rewriting = LanguageModelSession(model: model, instructions: Prompts.standaloneInstructions)
    rewriting.inferencePurpose = .query
    rewriting.onEvent = session.onEvent
    let reply = try await rewriting.respond(
      to: Prompts.standalone(question, after: conversation),
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: Self.queryTokens))
    let line = reply.content.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    // Both are searched for: a bad rewrite must not lose what the user said. A truncated one is ignored.
    return line.isEmpty || line == question || reply.isTruncated ? question : "\(question) \(line)"
  }

  private static let entriesForRewriting = 4
  private static let queryTokens = 64
}

extension LanguageModelSession {
  /// Drops the passages of the last turn that are not cited.
  fileprivate func keepPassages(_ cited: Set<Int>) throws {
    var transcript = transcript
    guard let index = transcript.lastIndex(where: { if case .prompt = $0 { true } else { false } }),
      case .prompt(var prompt) = transcript[index]
    else { return }
    prompt.segments.removeAll { $0.isPassage && !cited.contains($0.passageNumber ?? 0) }
    transcript[index] = .prompt(prompt)
    try setTranscript(transcript)
  }
}

extension Transcript {
  /// The questions and answers, turn by turn, without passages.
  fileprivate var said: [(question: String, answer: String)] {
    turns.compactMap { turn in
      guard case .prompt(let prompt)? = turn.entries.first, case .response(let response)? = turn.entries.last else {
        return nil
      }
      let question = prompt.segments.filter { !$0.isPassage }.map(\.text).joined(separator: "\n")
      return (question, response.segments.map(\.text).joined(separator: "\n"))
    }
  }
}

extension [Transcript.Entry] {
  /// The gist of earlier turns: prompts without their passages, and the beginnings of responses.
  fileprivate var gist: Self {
    map { entry in
      switch entry {
      case .prompt(var prompt):
        prompt.segments.removeAll(where: \.isPassage)
        return .prompt(prompt)
      case .response(var response):
        let text = response.segments.map(\.text).joined(separator: " ")
        response.segments = [.text(.init(content: String(text.prefix(Self.charactersOfGist))))]
        return .response(response)
      case .instructions, .reasoning, .toolCalls, .toolOutput: return entry
      }
    }
  }

  private static var charactersOfGist: Int { 240 }
}
