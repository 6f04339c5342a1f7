import LanguageModels
import VectorStore

/// An answer under way: text, sentences and sources so far.
struct AnswerDraft: Sendable {
  var outcome: Answer.Outcome
  /// Finished sentences with their marks.
  var content = ""
  /// What has come since the last finished sentence.
  var open = ""
  var sentences: [Answer.Sentence] = []
  var sources: [CitedSource] = []

  func snapshot(isTruncated: Bool = false, usage: GenerationSummary? = nil) -> Answer.Snapshot {
    Answer.Snapshot(
      content: content + open, sentences: sentences, sources: sources, outcome: outcome, isTruncated: isTruncated,
      usage: usage)
  }
}

/// Sets the citations while an answer is written: a sentence is marked as soon as it is over.
struct AnswerWriter: Sendable {
  let index: SearchIndex
  let passages: [Passage]
  let citations: Citations

  func append(_ text: String, to draft: inout AnswerDraft) async throws {
    draft.open += text
    // The last range may go on: only those with another behind them are over.
    let ranges = Sentences.ranges(in: draft.open)
    guard ranges.count > 1 else { return }
    let finished = ranges.dropLast().map { String(draft.open[$0]) }
    let open = String(draft.open[ranges[ranges.count - 1].lowerBound...])
    for sentence in finished { try await close(sentence, in: &draft) }
    draft.open = open
  }

  func finish(_ draft: inout AnswerDraft) async throws {
    let rest = draft.open
    draft.open = ""
    for range in Sentences.ranges(in: rest) { try await close(String(rest[range]), in: &draft) }
    while draft.content.last?.isWhitespace == true { draft.content.removeLast() }
    let text = draft.sentences.map(\.text).joined(separator: " ")
    if ModelRefusal.isRefusal(text) {
      draft.outcome = .notInNotes(.model)
      draft.content = text
      draft.sources = []
      for index in draft.sentences.indices { draft.sentences[index].citations = [] }
    } else if draft.outcome == .answered, !passages.isEmpty, !draft.sentences.isEmpty,
      !draft.sentences.allSatisfy(\.unsupported.isEmpty) || draft.sentences.allSatisfy(\.citations.isEmpty)
    {
      // A number, date or name that the lines do not hold, or nothing that they do.
      draft.outcome = .unsure
    }
  }

  private func close(_ sentence: String, in draft: inout AnswerDraft) async throws {
    let text = String(sentence.reversed().drop(while: \.isWhitespace).reversed())
    let space = sentence.dropFirst(text.count)
    guard !ModelRefusal.isRefusal(text) else {
      draft.content += text + space
      draft.sentences.append(Answer.Sentence(text: text, citations: [], unsupported: []))
      return
    }
    let found = citations.citations(for: text, stems: Set(try await index.stems(of: text)))
    var numbers: [Int] = []
    for citation in found {
      let number = CitedSource.number(of: citation, passages: passages, in: &draft.sources)
      if !numbers.contains(number) { numbers.append(number) }
    }
    let unsupported = citations.unsupported(in: text, citations: found, headings: passages.map(\.heading))
    draft.sentences.append(
      Answer.Sentence(
        text: text, citations: numbers, unsupported: unsupported, isVerbatim: found.contains(where: \.isVerbatim)))
    let marks = numbers.map { "[\($0)]" }.joined()
    draft.content += marks.isEmpty ? text + space : "\(text) \(marks)\(space)"
  }
}

/// Tells when a model's own words say that the notes hold no answer.
enum ModelRefusal {
  /// Whether a whole answer is a refusal: short, and of one of the forms that small models use.
  static func isRefusal(_ text: String) -> Bool {
    let text = text.lowercased().replacing("’", with: "'")
    guard text.count < 240 else { return false }
    return ["i don't know", "i do not know"].contains { text.hasPrefix($0) }
      || subjects.contains { subject in
        guard let range = text.firstRange(of: subject) else { return false }
        return denials.contains { text[range.upperBound...].contains($0) }
      }
  }

  private static let subjects = ["the sources", "the provided sources", "the notes", "sources above", "the provided"]
  private static let denials = [
    "do not contain", "don't contain", "does not contain", "do not provide", "don't provide", "does not provide",
    "do not mention", "don't mention", "does not mention", "do not specify", "does not specify", "do not state",
    "does not state", "do not include", "does not include", "no information",
  ]
}
