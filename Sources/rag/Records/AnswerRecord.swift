import LanguageModels
import Retriever

/// What `rag ask --json` prints.
struct AnswerRecord: Encodable {
  struct SourceRecord: Encodable {
    var number: Int
    var source: String
    var folder: String
    var path: String
    var firstLine: Int
    var lastLine: Int
    /// The lines that support what is marked.
    var evidence: [Int]
    var text: String
    var freshness: SourceFreshness
  }

  var question: String
  /// `answered`, `unsure` or `notInNotes`.
  var outcome: String
  /// Why there is no answer: `topic`, `probe` or `model`.
  var refusal: Answer.Refusal?
  var answer: String?
  var sentences: [Answer.Sentence]
  var sources: [SourceRecord]
  var passages: [PassageRecord]
  var gateScore: Double
  var probeScore: Double?
  var model: String
  var promptTokens: Int
  var ledger: LedgerRecord?
  var isTruncated: Bool
  var usage: GenerationSummary?

  init(_ answer: Answer, last: Answer.Snapshot?, model: String) {
    question = answer.question
    switch last?.outcome ?? answer.outcome {
    case .answered: outcome = "answered"
    case .unsure: outcome = "unsure"
    case .notInNotes(let reason):
      outcome = "notInNotes"
      refusal = reason
    }
    self.answer = last?.content.isEmpty == false ? last?.content : nil
    sentences = last?.sentences ?? []
    let freshness = answer.passages.freshness()
    sources = (last?.sources ?? []).map { source in
      SourceRecord(
        number: source.number, source: source.source.description, folder: source.source.folder,
        path: source.source.path, firstLine: source.source.lines.lowerBound,
        lastLine: source.source.lines.upperBound, evidence: source.evidence, text: source.text,
        freshness: freshness[source.passage])
    }
    passages = zip(answer.passages, freshness).map(PassageRecord.init)
    gateScore = answer.gateScore
    probeScore = answer.probeScore
    self.model = model
    promptTokens = answer.promptTokens
    ledger = answer.contextBreakdown.map { LedgerRecord($0, leftOut: answer.leftOut) }
    isTruncated = last?.isTruncated ?? false
    usage = last?.usage
  }
}

/// What `rag search --json` prints.
struct SearchRecord: Encodable {
  var query: String
  /// Whether every folder of the index was indexed to its end.
  var complete: Bool
  /// Why there are no passages: `operators`, `words` or `topic`.
  var absence: SearchResult.Absence?
  var passages: [PassageRecord]
}

/// A passage in JSON.
struct PassageRecord: Encodable {
  var source: String
  var folder: String
  var path: String
  var firstLine: Int
  var lastLine: Int
  var title: String
  var headingPath: [String]
  var text: String
  var score: Double
  var scoreParts: ScoreParts
  var freshness: SourceFreshness

  static func records(of passages: [Passage]) -> [PassageRecord] {
    zip(passages, passages.freshness()).map(PassageRecord.init)
  }

  init(_ passage: Passage, _ freshness: SourceFreshness) {
    source = passage.source.description
    folder = passage.source.folder
    path = passage.source.path
    firstLine = passage.source.lines.lowerBound
    lastLine = passage.source.lines.upperBound
    title = passage.title
    headingPath = passage.headingPath
    text = passage.text
    score = passage.score
    scoreParts = passage.scoreParts
    self.freshness = freshness
  }
}
