import Foundation
import Indexer
import JSONSchema
import LanguageModels
import Retriever
import VectorStore

/// Finds passages.
struct SearchTool: NotesTool {
  let name = "search"
  let title = "Search the notes"
  let description = """
    Finds passages of the user's own notes by words and by meaning. The query may have "a phrase", -word, tag:work, \
    path:journal, after:2026-05, before:7d. Pass a result's id to fetch to read on.
    """
  let inputSchema = ToolSchema.object(
    [
      "query": ToolSchema.string("A question, or words."),
      "limit": ToolSchema.integer(1...SearchTool.ranked, or: SearchTool.usualLimit, "The most results."),
      "budget_tokens": ToolSchema.budget(), "cursor": ToolSchema.cursor,
    ], required: ["query"], isClosed: true)
  let outputSchema = ToolSchema.object(
    [
      "notice": ToolSchema.string(),
      "results": ToolSchema.array(
        of: ToolSchema.object(
          [
            "id": ToolSchema.string(), "title": ToolSchema.string(), "url": ToolSchema.string(),
            "place": ToolSchema.place, "text": ToolSchema.string(),
            "shortened": ToolSchema.boolean, "hidden": ToolSchema.string(), "file": ToolSchema.string(),
          ], required: ["id", "title", "url", "text"])),
      "none": ToolSchema.string("Why there are no results."),
      "cursor": ToolSchema.string("Continues with the next results."),
    ], required: ["results"])

  private static let usualLimit = 5
  /// The passages ranked: a cursor leads no further. The same number for each page, since the order may depend on it.
  /// For 40, the search goes deeper than its lists more often than not, and takes half as long again.
  private static let ranked = 20
  /// The fewest tokens worth showing of a passage.
  private static let fewestTokens = 60
  /// The most bytes of a file that is looked through for what hides the beginning of a passage.
  private static let longestFile = 256 << 10
  /// No passage takes more than a third of the tokens that are left, except the last.
  private static let largestShare = 3

  func call(_ arguments: ToolArguments, _ call: ToolCall) async throws -> JSONValue {
    let typed = try arguments.required("query")
    let limit = try arguments.integer("limit", in: 1...SearchTool.ranked, or: Self.usualLimit)
    var budget = try arguments.budget()
    let subject = "search \(typed)"
    let start = try arguments.string("cursor").map { try PageCursor($0, of: subject).offset } ?? 0
    let query: SearchQuery
    do {
      query = try SearchQuery(parsing: typed)
    } catch let error as SearchQueryError {
      throw ToolFailure(error.localizedDescription)
    }
    let index = try await call.notes.index()
    // With operators alone, notes are in the order of their dates; one more than shown tells whether to go on.
    let found = try await index.search(for: query, limit: query.text.isEmpty ? start + limit + 1 : Self.ranked)
    let page = Array(found.passages.dropFirst(start).prefix(limit))
    guard !page.isEmpty else {
      return ["results": [], "none": .string(try await Self.reason(for: found.absence, in: index, from: start))]
    }
    // Room for the notice and the cursor.
    _ = budget.take(["notice": NoteText.notice, "cursor": .string(PageCursor(start, of: subject).text)])
    var results: [JSONValue] = []
    var question: QuestionTerms?
    for (place, (passage, freshness)) in zip(page, page.freshness()).enumerated() {
      // The better a passage is, the more of it is shown. What it does not need is left to the next.
      let frame = ResultBudget.cost(of: Self.record(of: passage, text: "", NoteText.hiddenParts, freshness))
      var share = max(budget.left / Self.largestShare, budget.left / (page.count - place))
      // One result is always shown: without it, a cursor could lead nowhere.
      if results.isEmpty { share = min(budget.left, max(share, 2 * frame)) }
      let hidden = Self.hidden(in: passage, freshness)
      var record = Self.record(of: passage, text: passage.textWithHeader[...], hidden, freshness)
      if ResultBudget.cost(of: record) > share {
        let room = share - frame
        guard room >= Self.fewestTokens || results.isEmpty else { break }
        let terms: QuestionTerms
        if let question { terms = question } else { terms = try await QuestionTerms.read(query.text, in: index) }
        question = terms
        let evidence = try await index.evidence(in: passage, for: terms, tokens: room) ?? passage.textWithHeader
        let text = ResultBudget.beginning(of: evidence[...], within: room)
        record = Self.record(of: passage, text: text, hidden, freshness)
      }
      guard budget.take(record) else { break }
      results.append(record)
    }
    let next = start + results.count
    let isMore = next < found.passages.count && !results.isEmpty
    return .object([
      "notice": NoteText.notice, "results": .array(results),
      "cursor": isMore ? .string(PageCursor(next, of: subject).text) : nil,
    ])
  }

  /// Says whether something of a passage is hidden, which may have begun before it: in a text file that is still as it
  /// was indexed, and not so long that reading it would take milliseconds.
  private static func hidden(in passage: Passage, _ freshness: SourceFreshness) -> JSONValue? {
    let document = passage.document
    guard freshness == .current, document.size <= longestFile, NoteFile.isText(document),
      let beginning = NoteFile.beginning(of: document, before: passage.bytes.upperBound)
    else { return NoteText.hidden(in: passage.text) }
    return NoteText.hidden(in: beginning, from: beginning.startIndex + passage.bytes.lowerBound)
  }

  private static func record(
    of passage: Passage, text: Substring, _ hidden: JSONValue?, _ freshness: SourceFreshness
  ) -> JSONValue {
    let id = NoteID(passage.source)
    return .object([
      "id": .string(id.text), "title": NoteText.title(passage.heading), "url": .string(id.uri),
      "place": passage.source.place.map { NoteText.shown($0) }, "text": NoteText.shown(text),
      "shortened": text.utf8.count < passage.textWithHeader.utf8.count ? true : nil, "hidden": hidden,
      "file": freshness == .current ? nil : .string("\(freshness.rawValue) since it was indexed"),
    ])
  }

  private static func reason(
    for absence: SearchResult.Absence?, in index: SearchIndex, from start: Int
  ) async throws -> String {
    if start > 0 { return "There are no more results." }
    if try await index.isEmpty() { return "The index is empty: the user has to index a folder of notes first." }
    return switch absence {
    case .operators: "No note matches the operators of the query."
    case .words: "No note has a word of the query."
    case .topic, nil: "No note seems to be about this."
    }
  }
}
