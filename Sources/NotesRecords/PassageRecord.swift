import LanguageModels
package import Retriever

/// A passage in JSON.
package struct PassageRecord: Encodable {
  package var source: String
  package var folder: String
  package var path: String
  package var firstLine: Int
  package var lastLine: Int
  /// What can be opened, such as `p. 12`, if the lines are not those of the file.
  package var place: String?
  package var title: String
  package var headingPath: [String]
  /// The header of the table that the text continues.
  package var tableHeader: String?
  package var text: String
  package var score: Double
  package var scoreParts: ScoreParts
  package var freshness: SourceFreshness

  /// - Parameter query: What was searched for: the place is that of the lines that fit it best; `nil` for that of the
  ///   whole passage.
  package static func records(of passages: [Passage], for query: String? = nil) -> [PassageRecord] {
    let terms = query.map { ExcerptTerms(of: $0) }
    return zip(passages, passages.freshness()).map { passage, freshness in
      var record = PassageRecord(passage, freshness)
      if let terms {
        let shown = passage.shownSource(for: terms)
        (record.source, record.place) = (shown.description, shown.place)
      }
      return record
    }
  }

  package init(_ passage: Passage, _ freshness: SourceFreshness) {
    source = passage.source.description
    folder = passage.source.folder
    path = passage.source.path
    firstLine = passage.source.lines.lowerBound
    lastLine = passage.source.lines.upperBound
    place = passage.source.place
    title = passage.title
    headingPath = passage.headingPath
    tableHeader = passage.tableHeader
    text = passage.text
    score = passage.score
    scoreParts = passage.scoreParts
    self.freshness = freshness
  }
}
