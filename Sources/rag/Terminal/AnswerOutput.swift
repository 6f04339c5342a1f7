import Foundation
import LanguageModels
import NotesRecords
import Retriever

/// Prints answers and passages as text or as JSON.
struct AnswerOutput {
  var json: Bool
  var explain = false
  var ledger = false
  /// The question's id in a file of questions.
  var id: String?
  /// What shows the model's thoughts.
  var thoughts = Thoughts(.hidden)
  /// The ranking that the passages' scores are based on.
  var ranking = Ranking.fused
  /// Whether every folder of the index is fully indexed.
  var isComplete = true
  var links = SourceLinks()
  /// The maximum number of sources or passages shown below an answer.
  var sourceLimit = 3

  /// The language assumed for a question that does not reveal its own, such as "and Anna?" in a conversation.
  var language = Language.english

  /// Whether the notes held an answer.
  enum Ending { case answered, notInNotes }

  // MARK: answers

  /// Prints an answer as it is generated, then its sources.
  func write(_ answer: Answer, model: String?) async throws -> Ending {
    if !json, explain { writeExplanation(of: answer) }
    var text = AnswerText(columns: Console.outputColumns)
    var last: Answer.Snapshot?
    do {
      for try await snapshot in answer {
        last = snapshot
        thoughts.endLine()
        if !json { write(text.advance(to: snapshot.content)) }
      }
    } catch {
      if !json { endLine(of: &text) }
      throw error
    }
    if !json { endLine(of: &text) }
    let reasoning = thoughts.finish()
    let outcome = last?.outcome ?? answer.outcome
    defer { if ledger, !json { writeLedger(of: answer, usage: last?.usage) } }
    if json {
      try Console.writeJSON(await AnswerRecord(id: id, answer, last: last, model: model, reasoning: reasoning))
    } else {
      if case .notInNotes(let reason) = outcome {
        writeRefusal(reason, of: answer)
      } else if let last {
        writeFindings(of: last, in: answer)
      }
    }
    if case .notInNotes = outcome { return .notInNotes }
    return .answered
  }

  private func endLine(of text: inout AnswerText) {
    write(text.finish())
    if !text.isEmpty { Console.write("") }
  }

  /// Prints an answer that follows a schema, always as JSON.
  func write(_ found: StructuredAnswer, model: String) async throws -> Ending {
    let reasoning = thoughts.finish()
    var record = await AnswerRecord(
      id: id, found.answer, last: found.snapshot, model: model, reasoning: reasoning)
    if let content = found.content { record.answer = content.json }
    try Console.writeJSON(record)
    if case .notInNotes = found.snapshot.outcome { return .notInNotes }
    return .answered
  }

  /// Prints text unless it is empty: printing nothing would still erase the progress line.
  private func write(_ text: String) {
    if !text.isEmpty { Console.write(text: text, terminator: "") }
  }

  private func writeFindings(of snapshot: Answer.Snapshot, in answer: Answer) {
    let phrases = phrases(for: answer)
    if snapshot.isTruncated { warn(phrases.cut(raisedBy: "--reply-tokens")) }
    if answer.isAboutConversation { return warn(phrases.notFromNotes) }
    if snapshot.showsClosestLines {
      Console.write(phrases.closest)
    } else if snapshot.outcome == .unsure {
      // Most answers are quotes, right or wrong: not their origin is in doubt, but whether they answer the question.
      let isQuoted = !snapshot.sentences.isEmpty && snapshot.sentences.allSatisfy(\.isVerbatim)
      warn(isQuoted ? phrases.unsureOfQuote : phrases.unsure)
    }
    if let listing = answer.listing { return write(snapshot.sources, of: listing, in: answer) }
    guard !answer.passages.isEmpty else { return warn(phrases.notFromNotes) }
    for sentence in snapshot.sentences where !snapshot.showsClosestLines {
      if sentence.mayFollowOrder { warn("\(phrases.mayFollowOrder) \(sentence.text)") }
      if sentence.citations.isEmpty {
        warn("\(phrases.unsupported) \(sentence.text)")
      } else if !sentence.unsupported.isEmpty {
        warn("\(phrases.notInLines) \(sentence.unsupported.joined(separator: ", "))")
      }
    }
    if !snapshot.unmentioned.isEmpty { warn("\(phrases.unmentioned) \(snapshot.unmentioned.joined(separator: ", "))") }
    Console.write("")
    let freshness = answer.passages.freshness()
    for source in snapshot.sources.prefix(sourceLimit) {
      write(source, remark: flag(freshness[source.passage], phrases))
    }
    let left = snapshot.sources.count - sourceLimit
    if left > 0 { Console.write(Console.dim("\(phrases.moreSources) \(left) (--sources \(snapshot.sources.count))")) }
    write(contradicting: snapshot, in: answer)
  }

  /// Prints the other lines that contradict the answer, with the dates of these notes.
  private func write(contradicting snapshot: Answer.Snapshot, in answer: Answer) {
    guard !snapshot.contradictions.isEmpty else { return }
    Console.write("")
    warn(phrases(for: answer).contradicted)
    let kinds = Set(snapshot.contradictions.flatMap { StatedValue.all(in: $0.text).map(\.kind) })
    let cited = snapshot.sources.first { StatedValue.all(in: $0.text).contains { kinds.contains($0.kind) } }
    for source in [cited].compactMap(\.self) + snapshot.contradictions {
      write(source, remark: answer.passages[source.passage].date.map { " (\($0))" } ?? "")
    }
  }

  /// Prints a source's place, a remark, and its lines.
  private func write(_ source: CitedSource, remark: String) {
    let place = Console.link(source.source.description, to: links.address(of: source.source))
    Console.write("[\(source.number)] \(Console.bold(place))\(remark)")
    for line in source.excerpt { Console.write(text: Console.dim(wrapped("    " + line))) }
  }

  /// Prints the places of a list, whose lines are the answer, and how many notes were examined.
  private func write(_ sources: [CitedSource], of listing: Listing, in answer: Answer) {
    Console.write("")
    for source in sources {
      let place = Console.link(source.source.description, to: links.address(of: source.source))
      Console.write("[\(source.number)] \(Console.bold(place))")
    }
    Console.write("")
    Console.write(Console.dim(listing.words(in: language(of: answer))))
    if listing.omitted > 0 {
      warn("\(Numbers.count(listing.omitted, of: "more line")) about these days: ask about fewer days to see them.")
    }
    if listing.unexamined > 0 {
      warn(
        "\(Numbers.count(listing.unexamined, of: "more note")) may have such lines, too many to examine: restrict the "
          + "question with --in, --tag, --since or --until.")
    }
  }

  private func writeRefusal(_ reason: Answer.Refusal, of answer: Answer) {
    let phrases = phrases(for: answer)
    let absence = answer.listing?.absence(in: language(of: answer))
    Console.write(absence ?? phrases.notInNotes)
    if explain { Console.write(Console.dim("Refused by: \(reason.rawValue)")) }
    guard !answer.passages.isEmpty else { return }
    Console.write("")
    Console.write(phrases.nearest)
    write(Array(answer.passages.prefix(sourceLimit)), for: answer.question, showsScores: false, phrases: phrases)
  }

  private func phrases(for answer: Answer) -> Phrases { .of(language(of: answer)) }

  private func language(of answer: Answer) -> Language { Language.evident(in: answer.question) ?? language }

  /// Prints a warning, wrapped. Line breaks in a quoted sentence are escaped first.
  private func warn(_ text: String) { Console.write(text: Console.warning(wrapped(text.visibleLine))) }

  private func wrapped(_ text: String) -> String {
    Console.outputColumns.map { LineWrapper.wrapped(text, columns: $0) } ?? text
  }

  private func writeExplanation(of answer: Answer) {
    let margin = answer.probeScore.map { Numbers.short($0) } ?? "not run"
    Console.write(Console.dim("gate \(Numbers.short(answer.gateScore))  probe \(margin)"))
    for (number, passage) in answer.passages.enumerated() {
      Console.write(
        Console.dim("passage \(number + 1)  \(passage.source)  \(Numbers.parts(passage, ranking: ranking))"))
    }
    Console.write("")
  }

  private func writeLedger(of answer: Answer, usage: GenerationSummary?) {
    Console.write("")
    guard let breakdown = answer.contextBreakdown else {
      return Console.write("No ledger: no prompt was built from passages.")
    }
    for line in Ledger.lines(of: breakdown) { Console.write(line) }
    if let thought = usage?.reasoningTokens, thought > 0 {
      Console.write(Console.dim("thinking took \(Numbers.count(thought, of: "token")); no later prompt contains it"))
    }
    for left in answer.leftOut {
      Console.write(Console.dim("left out  \(left.passage.source)  \(Ledger.words(for: left.reason))"))
    }
  }

  // MARK: passages

  /// Prints passages when no language model is installed to answer from them.
  func write(passages: [Passage], question: String) throws {
    if !json { Console.write(text: "No language model: these passages may contain the answer.\n") }
    try write(search: passages, query: question)
  }

  /// Prints passages, each with the score that decided its place. Scores only rank passages of one query; after a
  /// refusal they would seem to rate the answer.
  func write(
    _ passages: [Passage], for query: String, showsScores: Bool = true, phrases: Phrases = .of(.english)
  ) {
    for (passage, freshness) in zip(passages, passages.freshness()) {
      let source = passage.shownSource(for: query)
      let place = Console.link(source.description, to: links.address(of: source))
      let decisive = passage.scoreParts.reranker.map(Double.init) ?? passage.score
      let score = showsScores ? Numbers.short(decisive) + "  " : ""
      Console.write("\(score)\(Console.bold(place))  \(Console.dim(passage.heading))\(flag(freshness, phrases))")
      if explain { Console.write("      \(Console.dim(Numbers.parts(passage, ranking: ranking)))") }
      for line in passage.excerpt(for: query) { Console.write(text: wrapped("      " + line)) }
    }
  }

  /// Returns a warning if the file changed or disappeared since it was indexed.
  private func flag(_ freshness: SourceFreshness, _ phrases: Phrases) -> String {
    switch freshness {
    case .current: ""
    case .changed: Console.warning("  (\(phrases.changed))")
    case .missing: Console.warning("  (\(phrases.gone))")
    }
  }
}
