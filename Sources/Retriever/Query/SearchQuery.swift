public import Foundation
public import VectorStore

/// A query as a person types it, with operators:
///
/// - `"signing keys"`: passages that contain the phrase;
/// - `-draft`, `-"first draft"`: no passages that contain the word or phrase;
/// - `path:journal/2026`, `tag:work`: notes with this in their path, or with this tag; with `-` before it, notes
///   that do not match;
/// - `where:status=done`, `where:rating>3`, `where:status`: notes whose front matter says so, or has the key;
/// - `when:"last March"`: notes and sections about these days, by front matter, name or heading;
/// - `after:2026-05`, `before:7d`: notes last changed on or after a date, or before it.
///
/// Everything else is text. `SearchIndex.search(for:)` takes a query; `passages(matching:)` takes text literally.
///
///     let query = try SearchQuery(parsing: #"tag:work after:30d "signing keys" -draft"#)
///     let result = try await notes.search(for: query)
public struct SearchQuery: Sendable, Hashable {
  /// What to search for by words and by meaning: the query without its operators, phrases without their quotes.
  ///
  /// Empty if the query consists of operators alone.
  public var text: String
  /// The operators as a filter.
  public var filter: SearchFilter
  /// The operators as they were typed.
  public var operators: [String]

  /// The most characters (Unicode scalars) that are read of a typed query, operators included.
  private static let longest = 32 << 10

  /// Creates a query whose text is taken literally.
  public init(text: String, filter: SearchFilter = SearchFilter()) {
    self.text = text
    self.filter = filter
    operators = []
  }

  /// Parses a query as a person types it.
  ///
  /// An operator begins a query or follows white space:
  /// - Quotes are `"` and the typographic `“ ” „ « »`; inside, `\"` is a quote. An unclosed quote, or one inside a word
  ///   as in `5" pipe`, is an ordinary character.
  /// - A dash excludes if a letter, a quote or a prefix follows: `-draft`, but not `- draft`, `--force` or `-18`, which
  ///   is a number. A hyphenated word is a phrase: `-e-mail`.
  /// - Prefixes are in lower case, with the value right after the colon, in quotes if it has spaces: `path:"my notes"`.
  ///   Other words with a colon are ordinary words.
  /// - Dates are `2026`, `2026-05`, `2026-05-03`, or a time before now: `7d`, `2w`, `3m` (months), `1y`. A year or a
  ///   month means its first day: `after:2026-05 before:2026-06` is May.
  ///
  /// All operators must hold. In quotes, an operator is text.
  ///
  /// - Parameters:
  ///   - query: What was typed.
  ///   - now: The current time, which relative dates such as `7d` count back from.
  ///   - timeZone: The time zone in which days begin.
  /// - Throws: `SearchQueryError` if a date is invalid.
  public init(parsing query: String, now: Date = Date(), timeZone: TimeZone = .current) throws {
    // No search reads more, and a quote that is not closed is looked for to the end.
    let beginning = String(query.unicodeScalars.prefix(Self.longest))
    let reader = try SearchQueryReader(beginning, dates: QueryDates(now: now, timeZone: timeZone))
    text = reader.words.joined(separator: " ")
    filter = reader.filter
    operators = reader.operators
  }
}
