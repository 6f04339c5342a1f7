import LanguageModels
import VectorStore

/// Writes an answer: shows text as it arrives, and cites a sentence as soon as it ends.
struct AnswerWriter: Sendable {
  let index: SearchIndex
  /// The question, for what it fixes.
  var question = ""
  let passages: [Passage]
  let citations: Citations
  /// The same with passages that the model did not read but the answer is compared with; `nil` if there are none.
  var compared: Citations?
  /// The lines closest to the question, shown if the model gives no answer although the passages fit well; empty if
  /// they do not.
  var closest: [CitedSource] = []
  /// What tells how likely an answer is right.
  var confidence = AnswerConfidence()
  /// What is known before the answer; `nil` if it is not rated.
  var signals: AnswerSignals?
  /// Returns the same, with the doubt that follows from it, of an answer that a model began before it could be asked;
  /// `nil` if the question is too long.
  var signalsOfWhole: (@Sendable () async throws -> (signals: AnswerSignals, doubt: RefusalThresholds.Doubt?)?)?

  /// Writes a whole answer.
  func write(
    _ reply: Reply, as outcome: Answer.Outcome, whenWhole: (Answer.Snapshot) async throws -> Void,
    show: (Answer.Snapshot) -> Void
  ) async throws {
    var draft = AnswerDraft(outcome: outcome)
    var usage: GenerationSummary?
    var isCut = false
    for try await part in reply.parts() {
      switch part {
      case .text(let text):
        if try await append(text, to: &draft) { show(draft.snapshot()) }
      case .end(let summary, let wasCut):
        usage = summary
        isCut = wasCut
      }
    }
    try Task.checkCancellation()
    try await finish(&draft)
    let late = draft.held == nil && !draft.sentences.isEmpty ? try await signalsOfWhole?() : nil
    if late?.doubt != nil, draft.outcome == .answered { draft.outcome = .unsure }
    if let signals = signals ?? late?.signals { rate(&draft, by: signals, usage: usage) }
    if late?.doubt == .refused { draft.outcome = .unsure }
    let whole = draft.snapshot(isTruncated: isCut, usage: usage)
    try await whenWhole(whole)
    show(whole)
  }

  /// Adds text to an answer. Returns whether there is more to show.
  private func append(_ text: String, to draft: inout AnswerDraft) async throws -> Bool {
    let shown = draft.content.utf8.count
    for part in draft.units.append(text) { try await add(part, to: &draft) }
    return draft.content.utf8.count > shown
  }

  private func finish(_ draft: inout AnswerDraft) async throws {
    for part in draft.units.finish() { try await add(part, to: &draft) }
    if let rest = draft.held {
      for part in rest { show(part, in: &draft) }
      draft.outcome = closest.isEmpty ? .notInNotes(.model) : .unsure
      draft.sources = closest
    } else if draft.sentences.isEmpty {
      if !closest.isEmpty { draft.outcome = .unsure }
      draft.sources = closest
    } else if !passages.isEmpty {
      compare(&draft)
      if draft.outcome == .answered, draft.isDoubtful { draft.outcome = .unsure }
    }
    if draft.held == nil, draft.outcome == .unsure, draft.sources.isEmpty {
      // No line supports it: the one that has most of the question is what it can be compared with.
      for place in citations.closest(limit: 1) {
        _ = CitedSource.number(of: place, passages: passages, in: &draft.sources)
      }
    }
  }

  /// Adds what the cited notes lack of the question, and what other lines say against the answer.
  private func compare(_ draft: inout AnswerDraft) {
    guard draft.sentences.contains(where: { !$0.citations.isEmpty }) else { return }
    let cited = Set(draft.sources.map(\.passage)).sorted().map { passages[$0] }
    let text = cited.map { "\($0.source.path)\n\($0.context)\n\($0.text)" }.joined(separator: "\n")
    draft.unmentioned = QuestionFacts.missing(of: question, in: text)
    let answer = draft.sentences.map(\.text).joined(separator: "\n")
    for place in (compared ?? citations).contradictions(
      to: answer, of: question, citing: draft.sources, in: passages)
    {
      _ = CitedSource.number(of: place, passages: passages, in: &draft.contradictions)
    }
    for index in draft.contradictions.indices { draft.contradictions[index].number += draft.sources.count }
  }

  /// Adds how likely the answer is right.
  private func rate(_ draft: inout AnswerDraft, by signals: AnswerSignals, usage: GenerationSummary?) {
    guard draft.held == nil, !draft.sentences.isEmpty else { return }
    let completed = signals.completed(by: draft, usage: usage)
    draft.signals = completed
    guard let probability = confidence.probability(of: completed) else { return }
    draft.probability = probability
    if !draft.isDoubtful { draft.outcome = probability < AnswerConfidence.unsureBelow ? .unsure : .answered }
  }

  private func add(_ part: ReplyUnits.Part, to draft: inout AnswerDraft) async throws {
    if case .text(let text) = part { draft.length += text.count }
    if draft.held != nil {
      draft.held?.append(part)
      guard draft.length >= ModelRefusal.charactersAtMost, let rest = draft.held else { return }
      // Too long for a refusal: what follows is an answer.
      draft.held = nil
      for part in rest { try await cite(part, in: &draft) }
    } else if case .end(of: let text, _) = part, draft.sentences.isEmpty, ModelRefusal.isRefusal(text) {
      show(part, in: &draft)
      draft.held = []
    } else {
      try await cite(part, in: &draft)
    }
  }

  /// Shows a part without a citation mark.
  private func show(_ part: ReplyUnits.Part, in draft: inout AnswerDraft) {
    switch part {
    case .text(let text): draft.content += text
    case .end(of: let text, _):
      draft.sentences.append(Answer.Sentence(text: text, citations: [], unsupported: []))
    }
  }

  /// Cites one value of a structured answer, a text or a number as written, and where it is in the answer. If no line
  /// contains it, all of it is unsupported.
  func cite(value: String, at pointer: String, in draft: inout AnswerDraft) async throws {
    var sentence = try await sentence(value, in: &draft)
    sentence.pointer = pointer
    if sentence.citations.isEmpty, sentence.unsupported.isEmpty { sentence.unsupported = [value] }
    draft.sentences.append(sentence)
  }

  private func cite(_ part: ReplyUnits.Part, in draft: inout AnswerDraft) async throws {
    guard case .end(of: let text, let mark) = part, !ModelRefusal.isRefusal(text) else {
      return show(part, in: &draft)
    }
    let sentence = try await sentence(text, in: &draft)
    draft.sentences.append(sentence)
    let numbers = sentence.citations
    guard !numbers.isEmpty else { return }
    let marks = numbers.map { "[\($0)]" }.joined()
    switch mark {
    case .inline: draft.content += " " + marks
    case .ownLine(let indent): draft.content += "\n" + indent + marks
    case .none: break
    }
  }

  /// Returns a sentence with its citations, and adds its sources to those of the draft.
  private func sentence(_ text: String, in draft: inout AnswerDraft) async throws -> Answer.Sentence {
    let stems = Set(try await index.stems(of: text))
    let found = citations.citations(for: text, stems: stems)
    var numbers: [Int] = []
    for citation in found {
      let number = CitedSource.number(of: citation, passages: passages, in: &draft.sources)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return Answer.Sentence(
      text: text, citations: numbers,
      unsupported: citations.unsupported(in: text, citations: found, headings: passages.map(\.context)),
      isVerbatim: found.contains(where: \.isVerbatim),
      mayFollowOrder: citations.mayFollowOrder(text, stems: stems, citations: found))
  }
}
