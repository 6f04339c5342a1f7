import Foundation

/// Makes a conversation fit its window: counts, asks the policy, summarizes, and checks the result.
struct Compactor {
  let session: LanguageModelSession
  let policy: (any CompactionPolicy)?
  let presentation: Transcript.Presentation
  /// The id of the prompt that is being answered; it and what follows are never touched.
  let promptID: String
  /// The tokens reserved for the reply.
  let replyReserve: Int

  private var model: any LanguageModel { session.model }

  /// Returns the transcript, compacted as needed to be sent.
  ///
  /// `isRefused` means that the model refused the transcript as it is; it is returned unchanged if nothing can be
  /// dropped. Throws `LanguageModelError.promptTooLarge` if not even the prompt alone fits, and `.contextSizeExceeded`
  /// if there is no policy.
  func fitting(_ transcript: Transcript, isRefused: Bool = false) async throws -> Transcript {
    var window = try await window(of: transcript, isRefused: isRefused)
    guard let policy else {
      guard window.mustShrink else { return transcript }
      throw try await overflow(window, transcript)
    }
    guard var plan = plan(policy, for: window) else {
      guard window.mustShrink, !isRefused else { return transcript }
      throw try await overflow(window, transcript)
    }
    let before = window.tokenCount
    session.report(.compactionBegan(tokenCount: before, contextSize: window.contextSize))
    var compacted = transcript
    if !policy.reductions.isEmpty {
      compacted = reduced(transcript, policy.reductions)
      session.forgetCounts()
      window = try await self.window(of: compacted, isRefused: isRefused && compacted == transcript)
      plan = self.plan(policy, for: window) ?? CompactionPlan(history: window.turns.flatMap(\.entries))
    }
    let (result, summaryError) = try await applied(plan, to: compacted, window)
    compacted = try await shrunk(result)
    let kept = Set(compacted.map(\.id))
    let summarized = Set(summaryError == nil ? plan.summarized.map(\.id) : [])
    let after = try await model.tokenCount(for: compacted.rendered(presentation).request())
    session.report(
      .compactionEnded(
        CompactionRecord(
          tokenCountBefore: before, tokenCountAfter: after,
          droppedEntryIDs: transcript.map(\.id).filter { !kept.contains($0) && !summarized.contains($0) },
          summarizedEntryIDs: transcript.map(\.id).filter(summarized.contains), isRecovery: isRefused,
          summaryError: summaryError?.localizedDescription)))
    return compacted
  }

  /// Returns the policy's plan. If it has none and the window must shrink, returns one that drops the oldest turns.
  private func plan(_ policy: some CompactionPolicy, for window: ConversationWindow) -> CompactionPlan? {
    let history = window.turns.flatMap(\.entries)
    if let plan = policy.plan(for: window), plan.history != history { return plan }
    guard window.mustShrink, !history.isEmpty else { return nil }
    let fallback = SlidingWindow().plan(for: window)
    return fallback?.history == history ? CompactionPlan(history: []) : fallback
  }

  private func applied(
    _ plan: CompactionPlan, to transcript: Transcript, _ window: ConversationWindow
  ) async throws -> (Transcript, summaryError: (any Error)?) {
    guard !plan.summarized.isEmpty else { return (transcript.replacingHistory(plan.history, before: promptID), nil) }
    do {
      let previous = transcript.instructions?.segments.first(where: \.isSummary)?.text
      let summary = try await Summarizer(model: model) { session.report($0) }
        .summary(of: plan.summarized, continuing: previous, isStructured: plan.isStructured)
      session.add(summary.usage)
      return (transcript.replacingHistory(plan.history, before: promptID).carrying(summary.text), nil)
    } catch {
      try Task.checkCancellation()
      let kept = window.newestTurns(within: window.contextSize / 2)
      let history = CompactionPlan(keepingNewest: kept, of: window).history
      return (transcript.replacingHistory(history, before: promptID), error)
    }
  }

  /// Drops the oldest turns, and the summary last, until the request fits: plans rely on the counts of single turns, so
  /// the whole is counted here.
  private func shrunk(_ transcript: Transcript) async throws -> Transcript {
    var transcript = transcript
    while true {
      let window = try await window(of: transcript, isRefused: false)
      guard window.mustShrink else { return transcript }
      if !window.turns.isEmpty {
        let history = window.turns.dropFirst().flatMap(\.entries)
        transcript = transcript.replacingHistory(history, before: promptID)
      } else if transcript.instructions?.segments.contains(where: \.isSummary) == true {
        transcript.instructions?.segments.removeAll(where: \.isSummary)
      } else {
        throw try await overflow(window, transcript)
      }
    }
  }

  private func window(of transcript: Transcript, isRefused: Bool) async throws -> ConversationWindow {
    let total = try await model.tokenCount(for: transcript.rendered(presentation).request())
    var turns: [ConversationWindow.Turn] = []
    for turn in Transcript.turns(of: transcript.history.prefix { $0.id != promptID }) {
      turns.append(.init(entries: turn.entries, tokenCount: try await session.tokenCount(of: turn)))
    }
    let history = turns.reduce(0) { $0 + $1.tokenCount }
    return ConversationWindow(
      contextSize: model.contextSize, fixedTokenCount: total - history, replyReserve: replyReserve, turns: turns,
      isRefused: isRefused)
  }

  private func reduced(_ transcript: Transcript, _ reductions: CompactionReductions) -> Transcript {
    let turns = Transcript.turns(of: transcript.history.prefix { $0.id != promptID })
    return transcript.replacingHistory(turns.flatMap { reductions.reduced($0).entries }, before: promptID)
  }

  private func overflow(_ window: ConversationWindow, _ transcript: Transcript) async throws -> LanguageModelError {
    let needed = window.tokenCount + replyReserve
    guard window.turns.isEmpty else { return .contextSizeExceeded(contextSize: window.contextSize, tokenCount: needed) }
    let prompt = transcript.filter { $0.id == promptID }
    return .promptTooLarge(
      contextSize: window.contextSize, tokenCount: needed, promptTokenCount: try await model.tokenCount(for: prompt))
  }
}

extension Transcript {
  /// Returns the transcript with other entries between the instructions and the prompt with this id.
  func replacingHistory(_ entries: [Entry], before promptID: String) -> Transcript {
    let leading = instructions.map { [Entry.instructions($0)] } ?? []
    return Transcript(entries: leading + entries + history.drop { $0.id != promptID })
  }

  /// Returns the transcript with this summary, and no other, in its instructions.
  func carrying(_ summary: String) -> Transcript {
    var transcript = self
    var instructions = self.instructions ?? Instructions(segments: [])
    instructions.segments.removeAll(where: \.isSummary)
    instructions.segments.append(.summary(summary))
    transcript.instructions = instructions
    return transcript
  }
}
