import LanguageModels
import Retriever

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
