import Indexer
package import LanguageModels
package import Retriever

/// The output of `rag ask --json`.
package struct AnswerRecord: Encodable {
  package struct SourceRecord: Encodable {
    package var number: Int
    package var source: String
    package var folder: String
    package var path: String
    package var firstLine: Int
    package var lastLine: Int
    /// What can be opened, such as `p. 12`, if the lines are not those of the file.
    package var place: String?
    /// The lines that support the sentences that cite this source.
    package var evidence: [Int]
    package var text: String
    /// Whether pages of the file that are pictures were read; absent if none were.
    package var ocr: Bool?
    /// The digest of the lines, if they are still in the file, and its pages are no pictures.
    package var digest: String?
    package var freshness: SourceFreshness
  }

  /// The id that a file of questions gave it.
  package var id: String?
  package var question: String
  /// `answered`, `unsure` or `notInNotes`.
  package var outcome: String
  /// Why there is no answer: `topic`, `probe` or `model`.
  package var refusal: Answer.Refusal?
  /// A string, or with `--schema` a value that satisfies the schema.
  package var answer: JSONValue?
  package var sentences: [Answer.Sentence]
  package var sources: [SourceRecord]
  package var passages: [PassageRecord]
  /// What the question fixes and the cited notes lack.
  package var unmentioned: [String]
  /// Other lines that contradict the answer; absent if there are none.
  package var contradictions: [SourceRecord]?
  /// All places, if the question asks for all or a number of something, or the last time.
  package var listing: ListingRecord?
  /// The probability that the answer is right.
  package var probability: Double?
  package var gateScore: Double
  package var probeScore: Double?
  /// Absent if no model was asked.
  package var model: String?
  package var promptTokens: Int
  package var ledger: LedgerRecord?
  package var isTruncated: Bool
  /// What the model thought, with `--show-thinking`.
  package var reasoning: String?
  package var usage: GenerationSummary?

  package init(
    id: String? = nil, _ answer: Answer, last: Answer.Snapshot?, model: String?, reasoning: String? = nil
  ) async {
    self.id = id
    question = answer.question
    let ending = last?.outcome ?? answer.outcome
    outcome = ending.name
    if case .notInNotes(let reason) = ending { refusal = reason }
    self.answer = last.flatMap { $0.content.isEmpty ? nil : .string($0.content) }
    sentences = last?.sentences ?? []
    let freshness = answer.passages.freshness()
    func records(_ sources: [CitedSource]) async -> [SourceRecord] {
      var records: [SourceRecord] = []
      for source in sources {
        let place = source.source
        let isRecognized = answer.passages[source.passage].document.wasRecognized
        let cited = CitedLines(
          folder: place.folder, path: place.path, lines: place.lines, text: source.text, isRecognized: isRecognized)
        records.append(
          SourceRecord(
            number: source.number, source: place.description, folder: place.folder, path: place.path,
            firstLine: place.lines.lowerBound, lastLine: place.lines.upperBound, place: place.place,
            evidence: source.evidence, text: source.text, ocr: isRecognized ? true : nil,
            digest: await cited.withDigest().digest, freshness: freshness[source.passage]))
      }
      return records
    }
    sources = await records(last?.sources ?? [])
    let contradicting = await records(last?.contradictions ?? [])
    contradictions = contradicting.isEmpty ? nil : contradicting
    passages = zip(answer.passages, freshness).map(PassageRecord.init)
    unmentioned = last?.unmentioned ?? []
    listing = answer.listing.map(ListingRecord.init)
    probability = last?.probability
    gateScore = answer.gateScore
    probeScore = answer.probeScore
    self.model = answer.listing == nil ? model : nil
    promptTokens = answer.promptTokens
    ledger = answer.contextBreakdown.map { LedgerRecord($0, leftOut: answer.leftOut) }
    isTruncated = last?.isTruncated ?? false
    self.reasoning = reasoning
    usage = last?.usage
  }
}
