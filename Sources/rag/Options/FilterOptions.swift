import ArgumentParser
import Foundation
import Indexer
import Retriever
import VectorStore

/// Options that restrict the notes searched; without any, all notes are searched.
struct FilterOptions: ParsableArguments {
  @OptionGroup var scope: ScopeOptions

  @Option(
    name: .customLong("path"),
    help: ArgumentHelp(
      "Look only at notes with this in their path; * matches any characters. Repeat to require all.",
      valueName: "glob"))
  var pathParts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Look only at notes last changed on this date or later: 2026-05, 2026-05-03, yesterday, or 7d, 2w, 3m, 1y ago.",
      valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Look only at notes last changed on this date or earlier.", valueName: "date"))
  var until: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Look only at notes whose front matter has this: status=done, 'rating>3', or a key. Repeat to require all.",
      valueName: "condition"))
  var conditions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Look only at notes and sections about these days: \"last March\", 2025-03-14, 2024..2025. Dates are those of front "
        + "matter, file names, headings, events and messages.",
      valueName: "days"))
  var when: [String] = []

  @Option(help: ArgumentHelp("The day from which \"yesterday\" counts, as in 2025-03-14.", valueName: "day"))
  var today: String?

  mutating func validate() throws {
    if let today, Day(today) == nil { throw ValidationError("--today \(today): expected a day, as in 2025-03-14.") }
    if let bad = conditions.first(where: { PropertyCondition(parsing: $0) == nil }) {
      throw ValidationError("--where \(SearchQueryError.badCondition(prefix: "", value: bad).localizedDescription).")
    }
    if when.count > 1 {
      throw ValidationError(
        "--when is given \(when.count) times: give one span, as in --when 2024..2025 or --when \"March to May 2026\".")
    }
    if pathParts.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("--path needs a value: name a part of a path.")
    }
    do {
      _ = try changed()
      _ = try days()
    } catch SearchQueryError.badDays(_, let value) {
      throw ValidationError("--when \(SearchQueryError.badDays(prefix: "", value: value).localizedDescription).")
    } catch let error as SearchQueryError {
      throw ValidationError(error.localizedDescription)
    }
  }

  /// Returns the filter for an index. Relative folders are resolved in the working directory and each indexed folder.
  ///
  /// - Parameter isReported: Whether to tell the user if no note passes.
  /// - Throws: `CommandError.unknownFolder` for a folder without an indexed note.
  func filter(for index: SearchIndex, isReported: Bool = true) async throws -> SearchFilter {
    guard !typed.isEmpty else { return SearchFilter(today: day) }
    var filter = try await scope.filter(for: index)
    (filter.modified, filter.pathParts) = (try changed(), pathParts)
    (filter.dated, filter.today) = (try days(), day)
    filter.properties = conditions.compactMap { PropertyCondition(parsing: $0) }
    if isReported, try await !index.holdsNotes(passing: filter) {
      Console.note("rag: no note matches \(typed.joined(separator: " "))")
    }
    for line in try await MistakenOperators.lines(filter, in: index) { Console.note("rag: \(line)") }
    return filter
  }

  private func changed() throws -> Range<Date>? {
    guard since != nil || until != nil else { return nil }
    return try SearchFilter.dates(since: since, until: until, now: now)
  }

  /// The time from which `7d` and `yesterday` count: noon of `--today`, else now.
  var now: Date {
    guard let (year, month, day) = day?.parts else { return Date() }
    let noon = DateComponents(year: year, month: month, day: day, hour: 12)
    return Calendar(identifier: .gregorian).date(from: noon) ?? Date()
  }

  private var day: Day? { today.flatMap { Day($0) } }

  private func days() throws -> ClosedRange<Day>? {
    try when.first.map { try SearchFilter.days(of: $0, today: day ?? Day(of: Date())) }
  }

  /// The options as typed, for messages.
  var typed: [String] {
    let named: [(option: String, values: [String])] = [
      ("path", pathParts), ("since", [since].compactMap { $0 }), ("until", [until].compactMap { $0 }),
      ("where", conditions), ("when", when),
    ]
    return scope.typed + named.flatMap { name, values in values.map { "--\(name) \($0)" } }
  }
}

extension SearchIndex {
  /// Whether a note passes a filter.
  func holdsNotes(passing filter: SearchFilter) async throws -> Bool {
    try await !search(for: SearchQuery(text: "", filter: filter), limit: 1).passages.isEmpty
  }
}
