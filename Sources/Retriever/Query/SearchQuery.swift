public import Foundation
public import VectorStore

/// A query as a person types it, with operators:
///
/// - `"signing keys"`: passages that contain the phrase;
/// - `-draft`, `-"first draft"`: no passages that contain the word or phrase;
/// - `path:journal/2026`, `tag:work`: notes with this in their path, or with this tag; with `-` before it, no such
///   notes;
/// - `after:2026-05`, `before:7d`: notes last changed from a date on, or before it.
///
/// Everything else is text. `SearchIndex.search(for:)` takes a query; `passages(matching:)` takes text as it stands.
public struct SearchQuery: Sendable, Hashable {
  /// What to look for by words and by meaning: the query without its operators, phrases without their quotes.
  ///
  /// Empty where the query has nothing but operators that restrict it.
  public var text: String
  /// What the operators say.
  public var filter: SearchFilter
  /// The operators as they were typed.
  public var operators: [String]

  /// Creates a query of text in which nothing is an operator.
  public init(text: String, filter: SearchFilter = SearchFilter()) {
    self.text = text
    self.filter = filter
    operators = []
  }

  /// Reads a query as a person types it.
  ///
  /// An operator begins a query or follows white space:
  /// - Quotes are `"` and the typographic `“ ” „ « »`; inside, `\"` is a quote. One that is not closed, or that stands
  ///   inside a word as in `5" pipe`, is a character like any other.
  /// - A dash excludes where a letter, a quote or a prefix follows: `-draft`, but not `- draft`, `--force` or `-18`,
  ///   which is a number. A hyphenated word is a phrase: `-e-mail`.
  /// - Prefixes are in lower case, with a value right behind the colon, in quotes if it has spaces: `path:"my notes"`.
  ///   Other words with a colon are words.
  /// - Dates are `2026`, `2026-05`, `2026-05-03`, or a time before now: `7d`, `2w`, `3m` (months), `1y`. Of a year or a
  ///   month the first day counts: `after:2026-05 before:2026-06` is May.
  ///
  /// All operators hold at once. In quotes, an operator is text.
  ///
  /// - Parameters:
  ///   - query: What was typed.
  ///   - now: The time that `7d` is seven days before.
  ///   - timeZone: Where days begin.
  /// - Throws: `SearchQueryError` for a date that is none.
  public init(parsing query: String, now: Date = Date(), timeZone: TimeZone = .current) throws {
    let reader = try SearchQueryReader(query, dates: QueryDates(now: now, timeZone: timeZone))
    text = reader.words.joined(separator: " ")
    filter = reader.filter
    operators = reader.operators
  }
}
