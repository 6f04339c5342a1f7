import Foundation
import Indexer
import NotesRecords
import Retriever
import VectorStore

extension AnswerOutput {
  /// Prints what a search found, or why it found nothing.
  ///
  /// - Parameter typed: The query as typed, if it differs from its text.
  func write(_ result: SearchResult, for query: SearchQuery, typed: String? = nil) throws {
    if json {
      try Console.writeJSON(
        SearchRecord(
          query: typed ?? query.text, complete: isComplete, absence: result.absence,
          passages: PassageRecord.records(of: result.passages, for: query.text)))
    } else if let absence = result.absence {
      Console.write("Nothing found.")
      Console.write(reason(absence, query))
    } else if query.text.isEmpty {
      write(newest: result.passages)
    } else {
      write(result.passages, for: query.text)
    }
  }

  /// Prints the passages found for a query without operators.
  func write(search passages: [Passage], query: String) throws {
    try write(
      SearchResult(passages: passages, absence: passages.isEmpty ? .words : nil), for: SearchQuery(text: query))
  }

  private func reason(_ absence: SearchResult.Absence, _ query: SearchQuery) -> String {
    let operators = query.operators.joined(separator: " ")
    return switch absence {
    case .operators: "No passage matches \(operators)."
    case .words where operators.isEmpty: "No passage contains a word of the query."
    case .words: "No passage that matches \(operators) contains a word of the query."
    case .topic where operators.isEmpty:
      "No passage is close enough to the query. To see the closest anyway, add --ranking vector"
    case .topic:
      "No passage that matches \(operators) is close enough to the query. To see the closest anyway, add "
        + "--ranking vector"
    }
  }

  /// Prints passages, each with the day on which its note was last changed.
  private func write(newest passages: [Passage]) {
    let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
    for passage in passages {
      let changed = Date(timeIntervalSince1970: Double(passage.document.modified) / 1e9)
      Console.write(text: Console.dim(changed.formatted(day)), terminator: "  ")
      write([passage], for: "", showsScores: false)
    }
  }
}

extension WaitingFiles {
  /// `the index is out of date for 3 files (2 changed, 1 new)`; `nil` if it is up to date.
  var summary: String? {
    let parts = [(changed, "changed"), (new, "new"), (gone, "deleted")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return nil }
    let total = changed + new + gone
    let list = parts.map { "\(Numbers.count($0.0)) \($0.1)" }.joined(separator: ", ")
    return "the index is out of date for \(Numbers.count(total, of: "file")) (\(list))"
  }
}
